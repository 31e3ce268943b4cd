import type { AgentFacts, DoctorFacts, FileFact, Problem, WindowFacts } from './facts';
import { shortened } from './shorten';
import { windowProblems } from './windowProblems';

/** Every problem of a report, those of the window first. */
export function allProblems({ window, agents }: DoctorFacts): readonly (Problem & { readonly about: string })[] {
  return [
    ...windowProblems(window).map((problem) => ({ ...problem, about: 'This window' })),
    ...agents.flatMap(({ name, problems }) => problems.map((problem) => ({ ...problem, about: name }))),
  ];
}

/** The report in Markdown. It can be given to anybody: no token, no environment, no text of a configuration, no home folder. */
export function doctorReport(facts: DoctorFacts): string {
  const problems = allProblems(facts);
  const lines = [
    '# Countersign: Doctor',
    '',
    `${facts.at.toISOString().slice(0, 16).replace('T', ' ')} UTC. ${countWords(problems)}`,
    '',
    '## This window',
    '',
    ...windowLines(facts.window),
    ...problemLines(windowProblems(facts.window)),
    '',
    '## Agents',
    '',
    ...(facts.agents.length === 0 ? ['No agent that is known was found on this machine.', ''] : []),
    ...facts.agents.flatMap((agent) => agentLines(agent)),
  ];
  return `${shortened(lines.join('\n'), facts.home).trimEnd()}\n`;
}

function countWords(problems: readonly Problem[]): string {
  const broken = problems.filter(({ weight }) => weight === 'broken').length;
  const limits = problems.length - broken;
  if (problems.length === 0) return 'Nothing is wrong.';
  return `Does not work: ${broken}. Less than you may expect: ${limits}.`;
}

function windowLines(window: WindowFacts): readonly string[] {
  const { node, runtime, hookFiles, hookVersion } = window;
  const address = {
    socket: 'a Unix socket in its own folder',
    socketElsewhere: 'a Unix socket in a private temporary folder',
    pipe: 'a named pipe',
  }[window.address];
  const found = hookFiles.filter(({ mode }) => mode !== undefined).length;
  return [
    `- Countersign ${window.version} in ${plain(window.editor)} on ${plain(window.platform)}${window.paused ? ', **paused**' : ''}`,
    `- folders: ${window.folders.map((folder) => code(folder)).join(', ') || 'none'}`,
    `- endpoint: ${address}`,
    `- discovery record: ${fileWords(window.record)}, its folder ${fileWords(window.recordFolder)}`,
    `- windows that listen: ${window.liveWindows}`,
    `- hook: version ${plain(hookVersion ?? 'unknown')}, ${found} of ${hookFiles.length} files, ${hookFiles.map(fileWords).join(', ')}`,
    `- Node on the PATH: ${node ? `${code(node.path)}, ${plain(node.version ?? 'version unknown')}` : 'none'}`,
    `- Node of the editor: ${runtime ? `${code(runtime.path)}${runtime.isThere ? '' : ', **gone**'}` : 'not noted'}`,
  ];
}

function fileWords({ path, mode }: FileFact): string {
  return `${code(path)} ${mode === undefined ? '**missing**' : `(${mode.toString(8).padStart(4, '0')})`}`;
}

function agentLines(agent: AgentFacts): readonly string[] {
  const hooks = agent.hooks.map(({ event, matcher, agentTimeout }) => {
    const named = matcher === undefined ? '' : ` for ${code(matcher)}`;
    return `${code(event)}${named}${agentTimeout === undefined ? '' : `, ${agentTimeout} s`}`;
  });
  return [
    `### ${agent.name}`,
    '',
    `- program: ${agent.program === undefined ? 'not on the PATH' : `${code(agent.program)}, ${plain(agent.version ?? 'version unknown')}`}`,
    `- configuration: ${code(agent.file)}, ${stateWords(agent)}`,
    ...(hooks.length > 0 ? [`- hooks: ${hooks.join('; ')}`] : []),
    ...(agent.extras.length > 0 ? [`- extras: ${agent.extras.join(', ')}`] : []),
    ...(agent.capabilities === undefined ? [] : [`- here: ${agent.capabilities}`]),
    ...agent.live.map(({ event, result }) =>
      result.type === 'passed'
        ? `- live check of ${code(event)}: **passed** in ${result.ms} ms, ${result.bytes} bytes as answered`
        : `- live check of ${code(event)}: **failed** after ${result.ms} ms: ${plain(result.problem)}`,
    ),
    ...(agent.state.type === 'setUp' && agent.hooks.length === 0 ? ['- live check: none, it runs no command'] : []),
    ...problemLines(agent.problems),
    '',
  ];
}

function stateWords({ state }: AgentFacts): string {
  const words = {
    setUp: 'set up',
    notSetUp: 'not set up',
    outdated: 'outdated',
    broken: '**broken**',
    unreadable: '**not readable**',
  };
  return words[state.type];
}

function problemLines(problems: readonly Problem[]): readonly string[] {
  if (problems.length === 0) return [];
  const lines = problems.map(({ weight, text, step, mend }) => {
    const offered = mend === undefined ? '' : ' (Mend... offers it)';
    return `- **${weight === 'broken' ? 'Does not work' : 'Note'}:** ${plain(text)} ${plain(step)}${offered}`;
  });
  return ['', ...lines];
}

/** Text that Markdown does not read as its own, on one line. */
function plain(text: string): string {
  return text.replace(/[\u0000-\u001F\u007F]+/g, ' ').replace(/[\\`*_[\]<>|]/g, String.raw`\$&`);
}

function code(text: string): string {
  return `\`${text.replace(/[\u0000-\u001F\u007F`]+/g, ' ')}\``;
}
