import { parentPort } from 'node:worker_threads';
import { readWhole } from '../../core/command/read';
import type { ToReader, FromReader } from './commandReader';

/* The entry of the thread in which commands are read: a text that takes long must not hold up the editor. It touches nothing. */

parentPort?.on('message', ({ turn, command, place }: ToReader) => {
  const answer: FromReader = { turn, read: readWhole(command, place) };
  parentPort?.postMessage(answer);
});
