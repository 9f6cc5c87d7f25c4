import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, TestRunner, vi } from 'vitest'
import { onlyRoots } from '../../src/transcripts/agents.ts'
import { ensureBuilt } from '../support/built.ts'

const program = fileURLToPath(new URL('../../bin/daybook.js', import.meta.url))

/** A command that keeps running. Started in a test it ends with it at the latest; elsewhere call `stop`. */
export function running(args: string[], home: string, environment: Record<string, string> = {}) {
  ensureBuilt('program')
  const { DAYBOOK_DB: _, DAYBOOK_PROJECT: __, ...env } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    // Tests do not read the transcripts of the person who runs them.
    env: { ...env, ...onlyRoots(), ...environment, NO_COLOR: '1', DAYBOOK_HOME: home },
  })
  const seen = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    seen.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    seen.stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...seen }))
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await stop('SIGKILL')))
  return {
    child,
    seen,
    ended,
    /** The address it says it listens on. */
    async url(): Promise<string> {
      const listens = vi.waitFor(() => expect(seen.stdout).toContain('\n'), { timeout: 30_000, interval: 10 })
      const early = ended.then(() => {
        if (!seen.stdout.includes('\n')) throw new Error(`It ended before it listened: ${seen.stderr}`)
      })
      await Promise.race([listens, early])
      return /^Daybook listening on (\S+)\n/.exec(seen.stdout)?.[1] ?? ''
    },
    stop,
  }
}
