import { execFile } from 'node:child_process'

/** What the `git` program could not do, in its own words. */
export class GitFailed extends Error {
  override name = 'GitFailed'

  constructor(
    readonly reason: 'no-git' | 'too-large' | 'failed',
    readonly said: string,
  ) {
    super('git did not answer')
  }
}

/** Runs `git` in a folder and answers what it printed. Nothing that the repository names is run; only notes are written. */
export type Git = (args: readonly string[], input?: string) => Promise<Buffer>

/** `onRun` is given how long each call took, in milliseconds. */
export function gitIn(folder: string, onRun: (ms: number) => void = () => {}): Git {
  return (args, input) =>
    new Promise((done, fail) => {
      const started = performance.now()
      const child = execFile(
        'git',
        ['-C', folder, ...harmless, ...args],
        { env: environment(), encoding: 'buffer', maxBuffer: mostBytes, timeout: timeoutMs, killSignal: 'SIGKILL' },
        (error, stdout, stderr) => {
          onRun(performance.now() - started)
          if (error) fail(failure(error, stderr))
          else done(stdout)
        },
      )
      child.stdin?.on('error', () => {})
      child.stdin?.end(input)
    })
}

/** Every way by which the settings of a repository could start a program or reach another machine. */
const harmless = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.attributesFile=/dev/null', 'core.pager=cat'],
  ...['core.quotePath=false', 'core.sshCommand=false', 'protocol.allow=never', 'log.showSignature=false'],
  ...['diff.external=', 'blame.ignoreRevsFile=', 'diff.noprefix=false', 'diff.mnemonicPrefix=false'],
].flatMap(setting => ['-c', setting])

/** Without the caller's own variables for git, which may name another repository. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_PAGER: 'cat',
    GIT_LITERAL_PATHSPECS: '1',
  }
}

const mostBytes = 64 * 1024 * 1024
const timeoutMs = 20_000

function failure(error: Error & { code?: unknown }, stderr: Buffer): GitFailed {
  const said = stderr.toString('utf8').trim().slice(0, 500)
  if (error.code === 'ENOENT') return new GitFailed('no-git', said)
  return new GitFailed(error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' ? 'too-large' : 'failed', said)
}
