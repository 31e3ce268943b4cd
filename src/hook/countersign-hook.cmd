@echo off
rem Countersign's hook, as agents run it on Windows: countersign-hook.cmd AGENT [--timeout SECONDS] [--fallback ask|escalate]
rem The same rules as the script for sh beside it. UNTESTED: it was written without a Windows machine at hand.
rem It cannot test a pid without starting a process, so that any discovery record makes it start Node.
setlocal EnableExtensions DisableDelayedExpansion

set "CS_FALLBACK="
set "CS_PREVIOUS="
for %%A in (%*) do call :argument "%%~A"

set "CS_HOME=%COUNTERSIGN_HOME%"
if not defined CS_HOME if defined USERPROFILE set "CS_HOME=%USERPROFILE%\.countersign"
if not defined CS_HOME goto fallback
if not exist "%CS_HOME%\windows\*-*.json" goto fallback

set "NODE_OPTIONS="
set "NODE_EXTRA_CA_CERTS="
set "NODE_V8_COVERAGE="
set "NODE_CHANNEL_FD="
set "NODE_UNIQUE_ID="
rem cmd does not know its own pid: the script goes by its parent alone, and by this that its exit code is read here.
set "COUNTERSIGN_PIDS=-"

where node >nul 2>nul
if errorlevel 1 goto runtime
node "%~dp0hook.cjs" %* 2>nul
if errorlevel 1 goto fallback
if not errorlevel 0 goto fallback
exit /b 0

:runtime
set "CS_RUNTIME="
if exist "%~dp0runtime" set /p CS_RUNTIME=<"%~dp0runtime"
if not defined CS_RUNTIME goto fallback
if not exist "%CS_RUNTIME%" goto fallback
set "ELECTRON_RUN_AS_NODE=1"
"%CS_RUNTIME%" "%~dp0hook.cjs" %* 2>nul
if errorlevel 1 goto fallback
if not errorlevel 0 goto fallback
exit /b 0

:fallback
rem All of stdin is taken, so that the agent never writes to a closed pipe.
findstr "^" >nul 2>nul
if "%CS_FALLBACK%"=="ask" echo {"decision":"ask"}
if "%CS_FALLBACK%"=="escalate" echo {"action":"approve","message":"No editor is there to decide."}
exit /b 0

:argument
if "%CS_PREVIOUS%=%~1"=="--fallback=ask" set "CS_FALLBACK=ask"
if "%CS_PREVIOUS%=%~1"=="--fallback=escalate" set "CS_FALLBACK=escalate"
set "CS_PREVIOUS=%~1"
exit /b 0
