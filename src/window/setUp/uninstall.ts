// Run by the editor some time after the extension was removed, and on some updates, too. It takes our entries out of the agents'
// configurations, but only if no other installation is left and no newer version has its hook here. Nothing depends on it: the
// configured commands do nothing when our files are gone.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { homeOf } from '../home';
import { compareVersions } from '../hookFiles';
import { agentsWithUs, planRemoval, setUpContext } from './agents';
import { applyChange } from './change';
import { forgetInstallation } from './installations';

declare const COUNTERSIGN_VERSION: string;

try {
  const home = homeOf();
  const isLast = forgetInstallation(home, dirname(__dirname)) === 'last';
  const installed = readFileSync(join(home.bin, 'version'), 'utf8').trim();
  if (isLast && compareVersions(installed, COUNTERSIGN_VERSION) <= 0) {
    for (const agent of agentsWithUs(setUpContext(home, __dirname))) {
      const planned = planRemoval(agent);
      if (planned.type === 'change') applyChange(planned.change);
    }
  }
} catch {
  // Whatever it is, there is nobody to tell.
}
