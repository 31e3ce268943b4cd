// Writes the plugin folders of Claude Code and Kimi Code from the entries that set-up writes. Usage: npm run plugins
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pluginFiles } from '../src/agents/plugins.ts';
import { projectRoot } from './setup.mjs';

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
for (const [name, text] of Object.entries(pluginFiles(version))) {
  const path = join(projectRoot, 'plugins', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
