import { Controller } from './controller';
import { connect } from './vscodeApi';

const root = document.getElementById('root');
if (root) new Controller(connect(), root).start();
