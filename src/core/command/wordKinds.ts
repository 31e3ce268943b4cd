import type { Call, CommandWord } from './calls';
import { knownText } from './callUse';

/** Folders in which a program is the one of its name, and files that are by custom. */
const programFolders =
  /^(?:\/(?:usr\/(?:local\/)?|opt\/(?:homebrew|local)\/)?s?bin|(?:.*\/)?(?:node_modules\/\.bin|vendor\/bin|\.?v?env\/bin))\/[^/]*$|\/(?:gradlew|mvnw)$|(?:^|\/)bin\/(?:rails|rake|rspec)$/;

/** Whether a word names a file rather than a program. */
export function isPath(word: CommandWord): boolean {
  return knownText(word).includes('/');
}

/** Whether a call names a program by a path where anything may stand: `./ls`. */
export function isOwnProgram(call: Call): boolean {
  return call.name !== null && isPath(call.name) && !programFolders.test(knownText(call.name));
}

/** A connection that bash opens as if it were a file. */
export function isSocket(target: CommandWord): boolean {
  return /^\/dev\/(?:tcp|udp)\//.test(knownText(target));
}

/** Targets of a redirection that are nobody's work. */
export function isNothing(text: string): boolean {
  return /^(?:\/private)?\/(?:tmp|var\/tmp)\//.test(text) || text.startsWith('/dev/');
}
