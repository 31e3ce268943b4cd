import type { CommandCase } from './commandCase';

function windows(
  language: string,
  risk: CommandCase['risk'],
  command: string,
  ...marks: CommandCase['marks']
): CommandCase {
  return { source: 'Microsoft docs', command, risk, marks, language };
}

/** PowerShell and cmd, which are not read step by step. */
export const windowsCases: readonly CommandCase[] = [
  windows('powershell', 'careful', 'Get-ChildItem -Recurse'),
  windows('powershell', 'careful', 'Get-Content .\\README.md | Select-String TODO'),
  windows('cmd', 'careful', 'dir /s'),
  windows('powershell', 'dangerous', 'Remove-Item -Recurse -Force .\\build', [
    'Remove-Item -Recurse -Force',
    'delete.recursive',
  ]),
  windows(
    'pwsh',
    'dangerous',
    'Remove-Item C:\\Temp -Force -Recurse',
    ['Remove-Item', 'delete.recursive'],
    ['-Force', 'delete.recursive'],
    ['-Recurse', 'delete.recursive'],
  ),
  windows('powershell', 'careful', 'Remove-Item a.txt', ['Remove-Item', 'delete.files']),
  windows('powershell', 'dangerous', 'rm -r -fo node_modules', ['rm -r -fo', 'delete.recursive']),
  windows(
    'powershell',
    'dangerous',
    'ri . -rec -for',
    ['ri', 'delete.recursive'],
    ['-rec', 'delete.recursive'],
    ['-for', 'delete.recursive'],
  ),
  windows('cmd', 'dangerous', 'del /s /q C:\\Users\\mira', ['del /s /q', 'delete.recursive']),
  windows('cmd', 'dangerous', 'rd /s /q build', ['rd /s /q', 'delete.recursive']),
  windows('cmd', 'dangerous', 'rmdir /S /Q "C:\\Program Files\\App"', ['rmdir /S /Q', 'delete.recursive']),
  windows('cmd', 'careful', 'del old.txt', ['del', 'delete.files']),
  windows('cmd', 'dangerous', 'format D: /q', ['format D:', 'disk.format']),
  windows('powershell', 'dangerous', 'Format-Volume -DriveLetter D', ['Format-Volume', 'disk.format']),
  windows(
    'powershell',
    'dangerous',
    'iwr https://example.com/i.ps1 | iex',
    ['iwr', 'network.contact'],
    ['iex', 'fetch.run'],
  ),
  windows(
    'powershell',
    'dangerous',
    "iex ((New-Object System.Net.WebClient).DownloadString('https://example.com/install.ps1'))",
    ['iex', 'fetch.run'],
    ['DownloadString', 'network.contact'],
  ),
  windows('powershell', 'dangerous', 'Invoke-Expression $code', ['Invoke-Expression', 'code.dynamic']),
  windows('powershell', 'dangerous', 'Set-ExecutionPolicy Bypass -Scope Process -Force', [
    'Set-ExecutionPolicy',
    'system.policy',
  ]),
  windows(
    'cmd',
    'dangerous',
    'powershell -ExecutionPolicy Bypass -EncodedCommand ZABpAHIA',
    ['-ExecutionPolicy Bypass', 'system.policy'],
    ['-EncodedCommand', 'code.decoded'],
  ),
  windows('cmd', 'dangerous', 'reg delete HKCU\\Software\\App /f', ['reg delete', 'system.registry']),
  windows('powershell', 'careful', 'Stop-Process -Name node', ['Stop-Process', 'process.kill']),
  windows('cmd', 'careful', 'taskkill /F /IM node.exe', ['taskkill', 'process.kill']),
  windows('powershell', 'dangerous', 'Start-Process cmd -Verb RunAs', ['-Verb RunAs', 'privilege.root']),
  windows('powershell', 'dangerous', 'Stop-Computer', ['Stop-Computer', 'system.stop']),
  windows('cmd', 'dangerous', 'shutdown /s /t 0', ['shutdown', 'system.stop']),
  windows('cmd', 'dangerous', 'vssadmin delete shadows /all', ['vssadmin delete', 'infra.destroy']),
  windows('cmd', 'dangerous', 'schtasks /create /tn x /tr x.exe', ['schtasks /create', 'system.schedule']),
  windows('powershell', 'dangerous', 'git push --force', ['git push --force', 'git.force']),
  windows('powershell', 'dangerous', 'git reset --hard', ['git reset --hard', 'git.discard']),
  windows('powershell', 'careful', "Set-Content -Path a.txt -Value 'x'", ['Set-Content', 'write.file']),
  windows('powershell', 'careful', 'npm install ws', ['npm install', 'install.packages']),
  windows('cmd', 'careful', 'echo x > a.txt', ['>', 'write.overwrite']),
];
