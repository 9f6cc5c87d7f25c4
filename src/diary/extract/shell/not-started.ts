import { hasMatch } from './prefilter.ts'

/** Whether the words are those of a shell, runner or program that started nothing. */
export function saysNotStarted(text: string): boolean {
  return isNotUnderstood(text) || notStarted.some(pattern => hasMatch(text, pattern))
}

/** The words by which shells and runners say that there is nothing to start. */
const notStarted = [
  /\bcommand not found\b|^\S*(?:sh|bash|zsh): (?:line )?(?:\d+: )?[\w./-]+: (?:not found|No such file or directory|Permission denied)$/m,
  /\bis not recognized as (?:an internal or external command|the name of a cmdlet)/,
  /\bMissing script: |\bERR_PNPM_NO_SCRIPT\b|\berror: Script not found\b|\bCommand "[\w@/:.-]+" not found(?:\.|$)/im,
  /\bNo rule to make target [`'][\w:.-]+'\.|\bdoes not contain recipe\b|\bmise ERROR no task(?:s)? \S+ found\b|\btask: Task "[\w:.-]+" does not exist/,
  /^\S*python[\d.]*: No module named |\berror: no such (?:command|subcommand): |\bTask '[\w:.-]+' not found in\b|\*\* \(Mix\) The task "[\w:.-]+" could not be found/m,
  /^Error: can't load config: |^Error: https?:\S{1,200} is already used\b|^Error: Process from config\.webServer was not able to start\b/m,
  /^Cypress failed to verify that your server is running\./m,
  /\bcould not determine executable to run\b|\bUnable to locate a Java Runtime\b|^ERROR: JAVA_HOME is /m,
  /\bCannot connect to the Docker daemon\b|\bpermission denied while trying to connect to the Docker |^no configuration file provided: not found$/m,
  /^Command not found: \S|^error: Failed to spawn: `|^Error: no test specified$|^Could not open input file: |^\S*python[\d.]*: can't open file /m,
  /^rake aborted!\nDon't know how to build task |\bCan't continue due to errors on dependencies\b|^go: updates to go\.mod needed\b/m,
  /^Error: Could not find or load main class org\.gradle\.wrapper\.|^Error: Unable to access jarfile |^Error: No pubspec\.yaml file found\./m,
  /^error: Could not find Package\.swift in |^xcodebuild: error: |^xcrun: error: |^error: no build\.zig file found\b|^error: No `pyproject\.toml` found\b/m,
  /^[│ ]{0,4}Error: (?:Missing required provider|Module not installed|Could not load plugin|Inconsistent dependency lock file)/m,
  /^Can't run because no spec files were found\.|\bCypress executable not found\b|^error: No test modules found$/m,
  /^No test(?:s| files) found, exiting with code 1|^(?:=+ )?no tests ran in |^NO TESTS RAN$|^(?:=+ )?\d{1,9} deselected(?:, \d{1,9} warnings?)? in /m,
  /\berror: could not find `Cargo\.toml`|\bgo: (?:go\.mod file not found|cannot find main module)|\bCould not find a Mix\.Project\b/,
  /^npm (?:error|ERR!) enoent Could not read package\.json|\bERR_PNPM_NO_(?:PKG|IMPORTER)_MANIFEST|\bCouldn't find a package\.json file|\bESLint couldn't find (?:an eslint\.config|a configuration file)/m,
  /^ERROR: file or directory not found: |\bMSB1003: |\bThe goal you specified requires a project to execute but there is no POM/m,
  /^(?:service "[\w.-]+" is not running|Error response from daemon: (?:No such container|Container \S+ is not running))|\bno such service: /m,
  /^ssh: (?:connect to host|Could not resolve hostname) |^Error from server \(NotFound\)/m,
  /^go: warning: "[^"\n]{1,300}" matched no packages$/m,
  /^Your Ruby version is \d|\bin (?:any of the sources|locally installed gems)\b/m,
  // A file or folder has the name of the goal.
  /^g?make: (?:Nothing to be done for [`'](?:tests?|lint|check)'|[`'](?:tests?|lint|check)' is up to date)\.$/m,
  /\bcd: [^\n:]{1,300}: No such file or directory\b|\bcd: no such file or directory: /,
]

/** A program that does not know what it is asked says so first, and does nothing. */
function isNotUnderstood(text: string): boolean {
  return text.split('\n', 6).some(line => notUnderstood.test(line))
}

const notUnderstood =
  /^(?:[\w.-]{1,40}: )?(?:\w{0,9}error: )?(?:unknown (?:flag|option|command|subcommand|argument)|unrecogni[sz]ed (?:option|argument|CLI)|unexpected argument|no such option|flag provided but not defined)/i
