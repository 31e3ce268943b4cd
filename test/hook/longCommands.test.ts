import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readWhole } from '../../src/core/command/read';
import { readCommand } from '../../src/core/command/reading';
import { filled, slowUnits } from '../support/slowTexts';

const place = { cwd: '/w/app', folders: ['/w/app'], home: '/home/mira' };

// They are in this layer because they take seconds. The limit is no measure of time: it ends what would take hours.
suite('long commands that are made to be slow', { timeout: 300_000 }, () => {
  // The longest that is read in one go: here the parser's own bad cases would show.
  for (const unit of slowUnits) {
    test(`64 KB of ${JSON.stringify(unit)} come to an end`, () => {
      assert.equal(readCommand(filled(unit, 65_536), place).text.length, 65_536);
    });
  }

  // One for each kind: brackets, quotes with brackets in them, here-documents, words, bytes of no meaning.
  for (const unit of ['$(', '$(")"', '<<a', 'a ', '\0']) {
    test(`1 MB of ${JSON.stringify(unit)} comes to an end`, () => {
      assert.equal(readCommand(filled(unit, 1_048_576), place).steps, null);
    });
  }

  for (const unit of [
    'rm -rf "$X"/* && ',
    'a | ',
    'curl x | sh; ',
    'x',
    '-e AAAAAAAA ',
    'find . ',
    'bomb() { ',
    'rm -a -a -a ',
    'git push ',
    "sed 's/[",
    "awk 'print",
    'X="a b"; rm $X; ',
    'curl x | tee f; sh f; ',
    'echo a > f; sh f; ',
    "python3 -c 'rmSync( ",
  ]) {
    test(`20 KB of ${JSON.stringify(unit)} are marked, for each shell`, () => {
      const text = filled(unit, 20_000);
      assert.ok(readWhole(text, place).analysis.marks.every((mark) => mark.to <= text.length));
      assert.equal(readWhole(text, { ...place, language: 'powershell' }).analysis.steps, null);
    });
  }
});
