import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readWhole } from '../../src/core/command/read';
import { buildingCases } from './commandCases/building';
import { casePlace, type CommandCase } from './commandCases/commandCase';
import { deletingCases } from './commandCases/deleting';
import { gitCases } from './commandCases/git';
import { hiddenCases } from './commandCases/hidden';
import { incidentCases } from './commandCases/incidents';
import { readerCases } from './commandCases/readers';
import { readingCases } from './commandCases/reading';
import { runningCases } from './commandCases/running';
import { systemCases } from './commandCases/system';
import { blindCases } from './commandCases/blind';
import { trialCases } from './commandCases/trial';
import { unseenCases } from './commandCases/unseen';
import { windowsCases } from './commandCases/windows';
import { writingCases } from './commandCases/writing';
import { checkTable } from '../support/table';

const groups: Readonly<Record<string, readonly CommandCase[]>> = {
  reading: readingCases,
  building: buildingCases,
  git: gitCases,
  deleting: deletingCases,
  writing: writingCases,
  system: systemCases,
  running: runningCases,
  unseen: unseenCases,
  readers: readerCases,
  incidents: incidentCases,
  hidden: hiddenCases,
  trial: trialCases,
  blind: blindCases,
  windows: windowsCases,
};

function said({ command, language }: CommandCase) {
  const { risk, marks } = readWhole(command, { ...casePlace, language }).analysis;
  return { risk, marks: marks.map((mark) => [command.slice(mark.from, mark.to), mark.rule]) };
}

for (const [name, cases] of Object.entries(groups)) {
  it(`commands of ${name} are marked as they should be`, () => {
    checkTable(
      cases,
      ({ source, command, language = 'bash' }) => `${source}, ${language}: ${command}`,
      said,
      ({ risk, marks }) => ({ risk, marks }),
    );
  });
}

it('the cases are many, and a third of them are safe', () => {
  const all = Object.values(groups).flat();
  assert.ok(all.length >= 300);
  assert.ok(all.filter((entry) => entry.risk === 'safe').length * 3 >= all.length);
  assert.equal(new Set(all.map(({ command, language }) => `${language} ${command}`)).size, all.length);
});
