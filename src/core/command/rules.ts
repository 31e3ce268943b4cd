import type { MarkView } from '../../protocol/command';

/** What a rule says: how much care, a title, what it means, and the phrase for the verdict. */
export interface Rule {
  readonly risk: MarkView['risk'];
  /** Ends with a full stop. */
  readonly title: string;
  /** A sentence; may be empty. */
  readonly text: string;
  /** For the verdict, after "Dangerous: ". Without a full stop. */
  readonly phrase: string;
}

function dangerous(title: string, text: string, phrase: string): Rule {
  return { risk: 'dangerous', title, text, phrase };
}

function careful(title: string, text: string, phrase: string): Rule {
  return { risk: 'careful', title, text, phrase };
}

const opaque = 'What it does cannot be known before.';

const files = {
  'delete.recursive': dangerous(
    'Deletes, recursive.',
    'It does not stop at folders.',
    'deletes folders with all that is in them',
  ),
  'delete.forced': dangerous(
    'Deletes, recursive and forced.',
    'It does not ask and does not stop at the first error.',
    'deletes files, recursive and forced',
  ),
  'delete.files': careful('Deletes files.', '', 'deletes files'),
  'delete.rebuilt': careful(
    'Deletes, recursive.',
    'Only folders that tools usually make again.',
    'deletes folders that tools make again',
  ),
  'delete.temporary': careful('Deletes, recursive.', 'Only in folders for temporary files.', 'deletes temporary files'),
  'delete.found': careful(
    'Deletes what it finds.',
    'Folders below are searched too.',
    'deletes the files that it finds',
  ),
  'delete.foundAll': dangerous(
    'Deletes what it finds, of any name.',
    'Folders below are searched too.',
    'deletes files of any name',
  ),
  'delete.mirror': dangerous(
    'Deletes at the target.',
    'All that the source does not have is removed there.',
    'deletes at the target what the source lacks',
  ),
  'delete.shred': dangerous('Overwrites files so that they cannot come back.', '', 'destroys files for good'),
  'write.overwrite': careful('Writes to a file.', 'What was in it is lost.', 'overwrites a file'),
  'write.append': careful('Appends to a file.', '', 'appends to a file'),
  'write.file': careful('Writes files.', '', 'writes files'),
  'write.inplace': careful('Changes files in place.', '', 'changes files in place'),
  'write.copies': careful('Copies.', 'Files of the same name at the target are overwritten.', 'copies over files'),
  'write.moves': careful('Moves.', 'Files of the same name at the target are overwritten.', 'moves files'),
  'write.link': careful('Makes a link.', 'What is written through it goes elsewhere.', 'makes a link'),
  'write.archive': careful(
    'Packs or unpacks files.',
    'Files of the same name are overwritten.',
    'packs or unpacks files',
  ),
  'path.system': dangerous(
    'A folder of the system.',
    'Other programs need what is in it.',
    'touches a folder of the system',
  ),
  'path.systemFile': dangerous('A file that the system needs.', '', 'touches a file that the system needs'),
  'path.home': dangerous(
    'The home folder.',
    'All projects, keys and settings are in it.',
    'touches the whole home folder',
  ),
  'path.everything': dangerous('Everything in the current folder.', '', 'touches everything in the current folder'),
  'path.empty': dangerous(
    'May become `/`.',
    'If the variable is empty, this names a folder of the system.',
    'may delete the whole disk if a variable is empty',
  ),
  'path.unknown': careful(
    'Cannot be known before.',
    'Its value is not set here.',
    'touches a path that cannot be known',
  ),
  'path.outside': careful('Outside the project.', '', 'touches files outside the project'),
  'path.leaves': careful('Leaves the current folder.', 'It is still inside the project.', 'leaves the current folder'),
  'path.device': dangerous('A disk or another device.', 'What is on it is overwritten.', 'writes to a disk directly'),
  'path.repository': dangerous(
    'The repository of git.',
    'History that was not pushed is only there.',
    'destroys the repository of git',
  ),
  'path.startup': dangerous(
    'Read at every start or sign-in.',
    'What is written there runs later, without being asked.',
    'changes what runs at start or sign-in',
  ),
  'path.steering': dangerous(
    'Steers agents, git or the editor.',
    'What is written there decides or runs later.',
    'changes what steers agents, git or the editor',
  ),
  'permission.change': careful('Changes permissions or owner.', '', 'changes permissions'),
  'permission.recursive': careful('Changes permissions or owner, recursive.', '', 'changes permissions, recursive'),
  'permission.open': dangerous('Lets everybody write.', '', 'lets everybody write'),
  'permission.setuid': dangerous(
    'Runs as its owner from then on.',
    'Whoever starts it gets the rights of its owner.',
    'gives a program the rights of its owner',
  ),
} satisfies Record<string, Rule>;

const git = {
  'git.push': careful('Sends commits to a remote.', 'Others see them.', 'sends commits to a remote'),
  'git.force': dangerous(
    'Overwrites history on the remote.',
    'Commits of others may be lost.',
    'overwrites history on a remote',
  ),
  'git.deleteRemote': dangerous('Deletes a branch or tag on the remote.', '', 'deletes a branch or tag on a remote'),
  'git.discard': dangerous(
    'Throws work away.',
    'Git does not keep what was not committed.',
    'throws work away that git may not bring back',
  ),
  'git.rewrite': careful(
    'Moves or rewrites local history.',
    'The reflog keeps the old commits for a while.',
    'rewrites local history',
  ),
  'git.rewriteAll': dangerous('Rewrites or destroys history.', 'It may not come back.', 'rewrites or destroys history'),
  'git.skipsHooks': careful('Skips the checks of the repository.', '', "skips the repository's checks"),
  'git.changes': careful('Changes branches or files of the working tree.', '', 'changes branches or the working tree'),
  'git.config': careful('Changes settings of git.', '', 'changes settings of git'),
  'git.configRuns': dangerous('Sets a program that git runs.', '', 'sets a program that git runs'),
} satisfies Record<string, Rule>;

const running = {
  'code.unknown': careful(
    'Not a program that Countersign knows.',
    opaque,
    'runs a program that Countersign does not know',
  ),
  'code.unknownUse': careful(
    'Not a use that Countersign knows.',
    opaque,
    'uses a program in a way that Countersign does not know',
  ),
  'agent.unchecked': dangerous(
    'Starts an agent that asks nobody.',
    'It runs commands and writes files by itself.',
    'starts an agent that asks nobody',
  ),
  'code.unknownName': careful(
    'Which program runs cannot be known before.',
    '',
    'runs a program that cannot be known before',
  ),
  'code.dynamic': dangerous('Runs text that cannot be known before.', '', 'runs text that cannot be known before'),
  'code.eval': careful('Runs text as commands.', '', 'runs text as commands'),
  'code.decoded': dangerous(
    'Runs decoded text.',
    'The encoding hides what runs.',
    'runs text that is hidden by an encoding',
  ),
  'code.piped': careful('Runs what it is given through the pipe.', '', 'runs what comes through a pipe'),
  'code.inline': careful(
    'Runs code in its arguments or input.',
    'Countersign does not read it.',
    'runs code that Countersign does not read',
  ),
  'code.deletes': dangerous(
    'Code that deletes folders.',
    'Countersign does not read the rest of it.',
    'runs code that deletes folders',
  ),
  'code.script': careful('Runs a script or program that is not shown here.', '', 'runs a script that is not shown'),
  'code.alias': careful('Gives a command another meaning.', '', 'changes what a command means'),
  'trace.hidden': careful('Hides commands from the history.', '', 'hides commands from the history'),
  'environment.loads': careful('Changes which code programs load.', '', 'changes which code programs load'),
  'fetch.run': dangerous('Runs what was downloaded.', opaque, 'runs a downloaded script'),
  'fetch.runRoot': dangerous('Runs what was downloaded, as root.', opaque, 'runs a downloaded script as root'),
  'network.contact': careful('Contacts a host.', '', 'contacts a host'),
  'network.send': careful('Sends data to a host.', '', 'sends data to a host'),
  'network.shell': dangerous(
    'Connects a shell to the network.',
    'Whoever is at the other end can run commands.',
    'gives a shell to another host',
  ),
  'remote.shell': careful('Works on another host.', '', 'works on another host'),
  'remote.change': careful('Changes something that others see.', '', 'changes something that others see'),
  'install.packages': careful(
    'Installs packages.',
    'Their install scripts may run.',
    'installs packages, and may run their scripts',
  ),
  'install.removes': careful('Removes packages.', '', 'removes packages'),
  'install.runs': careful(
    'Runs a package.',
    'It is downloaded first if it is not here.',
    'runs a package that may be downloaded first',
  ),
  'install.url': dangerous('Installs from an address.', 'No registry has checked it.', 'installs from an address'),
  'publish.package': dangerous('Publishes.', 'What is out cannot be taken back.', 'publishes to others'),
  'secret.file': careful('A file that holds secrets.', 'The agent would read them.', 'reads secrets'),
  'secret.environment': careful('Shows secrets.', 'The agent would read them.', 'shows secrets'),
  'secret.token': careful('Looks like a token.', 'It may end up in logs and histories.', 'has a secret in it'),
  'secret.variable': careful(
    'A secret in the environment.',
    'It may end up in logs and histories.',
    'has a secret in it',
  ),
  'secret.url': careful('A password in an address.', 'It may end up in logs and histories.', 'has a secret in it'),
  'secret.header': careful('A secret in a header.', 'It may end up in logs and histories.', 'has a secret in it'),
  'secret.password': careful(
    'A password in an argument.',
    'Other programs can see it while this runs.',
    'has a secret in it',
  ),
} satisfies Record<string, Rule>;

const system = {
  'privilege.root': dangerous(
    'Runs as another user, mostly root.',
    'Nothing on this machine is out of its reach.',
    'runs as root',
  ),
  'disk.format': dangerous('Formats or repartitions a disk.', '', 'formats a disk'),
  'disk.write': dangerous('Writes to a disk directly.', 'What is on it is overwritten.', 'writes to a disk directly'),
  'process.kill': careful('Ends processes.', '', 'ends processes'),
  'process.many': dangerous(
    'Ends every process of this name.',
    'The agent or the editor may be among them.',
    'ends all processes of a common name',
  ),
  'process.all': dangerous('Ends all processes.', '', 'ends all processes'),
  'process.bomb': dangerous(
    'Starts itself again and again.',
    'A fork bomb: the machine stops answering.',
    'makes the machine stop answering',
  ),
  'system.stop': dangerous('Shuts down or restarts the machine.', '', 'shuts the machine down'),
  'system.service': careful('Starts or stops services.', '', 'starts or stops services'),
  'system.serviceStays': dangerous('Changes which services run from now on.', '', 'changes which services run'),
  'system.schedule': dangerous(
    'Changes what runs at set times.',
    'It runs later, without being asked.',
    'changes what runs at set times',
  ),
  'system.firewall': dangerous('Changes the firewall.', '', 'changes the firewall'),
  'system.users': dangerous('Changes users or passwords.', '', 'changes users or passwords'),
  'system.mount': careful('Mounts or unmounts.', '', 'mounts or unmounts'),
  'system.kernel': dangerous('Changes the kernel or its protections.', '', 'changes the kernel'),
  'system.settings': careful('Changes settings of the system.', '', 'changes settings of the system'),
  'system.policy': dangerous('Lets unsigned scripts run.', '', 'lets unsigned scripts run'),
  'system.registry': dangerous('Changes the registry.', '', 'changes the registry'),
  'container.run': careful('Builds or runs a container.', '', 'builds or runs a container'),
  'container.removes': careful('Removes containers or images.', '', 'removes containers or images'),
  'container.privileged': dangerous(
    'The container reaches the whole machine.',
    '',
    'gives a container the whole machine',
  ),
  'database.client': careful('Works on a database.', '', 'works on a database'),
  'database.destroy': dangerous('Deletes data in a database.', '', 'deletes data in a database'),
  'infra.destroy': dangerous('Destroys resources.', 'They and their data may not come back.', 'destroys resources'),
  'infra.applies': dangerous(
    'Changes resources without asking.',
    'It may destroy some to make them anew.',
    'changes resources without asking',
  ),
  'infra.change': careful('Changes or may change resources elsewhere.', '', 'may change resources elsewhere'),
  'text.delete': dangerous(
    'Text that deletes, recursive.',
    'The command could not be read, so it may or may not run.',
    'has text that deletes',
  ),
  'text.disk': dangerous(
    'Text that overwrites a disk.',
    'The command could not be read, so it may or may not run.',
    'has text that overwrites a disk',
  ),
  'text.fetch': dangerous(
    'Text that runs what was downloaded.',
    'The command could not be read, so it may or may not run.',
    'has text that runs a download',
  ),
  'text.lookalike': dangerous(
    'Looks like something else.',
    'It has letters or signs that resemble others.',
    'has text that looks like something else',
  ),
} satisfies Record<string, Rule>;

/** Every rule by its name. */
export const rules = { ...files, ...git, ...running, ...system } as const;

export type RuleId = keyof typeof rules;
