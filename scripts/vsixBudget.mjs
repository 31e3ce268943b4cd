// Holds the packaged extension to its budget.
import { statSync } from 'node:fs';

const budget = 1_000_000;
const { size } = statSync('countersign.vsix');
console.log(`countersign.vsix ${size} of ${budget} bytes`);
if (size > budget) process.exit(1);
