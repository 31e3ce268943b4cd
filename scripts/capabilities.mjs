// Writes the table of what each agent honours into README.md, from the adapters' own words. Usage: npm run capabilities
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilityMarkdown, capabilityTable } from '../src/agents/capabilityTable.ts';
import { projectRoot } from './setup.mjs';

const file = join(projectRoot, 'README.md');
const [start, end] = ['<!-- capabilities -->', '<!-- /capabilities -->'];
const text = readFileSync(file, 'utf8');
const [from, to] = [text.indexOf(start), text.indexOf(end)];
if (from < 0 || to < from) throw new Error('README.md has no place for the table.');
writeFileSync(
  file,
  `${text.slice(0, from + start.length)}\n\n${capabilityMarkdown(await capabilityTable())}\n\n${text.slice(to)}`,
);
