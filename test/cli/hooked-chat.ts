import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runPreloaded } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

export const dates = { created: '2026-03-02T10:00:00.000Z' }

/** Where it is about noon now, so that no day ends while the tests run. */
export const noon = zoneAtNoon(new Date().getUTCHours())

function zoneAtNoon(utcHour: number) {
  const ahead = 12 - utcHour
  // These names count the other way round.
  return { ahead, zone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` }
}

/** A home with a project in a folder, and a way to raise an event of a chat client there; `runDaybook` does so in a process of its own. */
export async function person(runCommand = runPreloaded, home = tempHome()) {
  const folder = join(home, 'app')
  const claude = join(home, 'claude')
  const transcript = join(claude, '-app', 's1.jsonl')
  mkdirSync(join(claude, '-app'), { recursive: true })
  mkdirSync(join(folder, 'src/db'), { recursive: true })
  const env = { DAYBOOK_CLAUDE_ROOTS: claude, DAYBOOK_TIMEZONE: noon.zone }
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(args, { home, env })
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
    return stdout
  }
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : [])
  const logFile = join(home, 'hooks', 'hooks.log')
  return {
    ...{ home, folder, transcript, run, log, env },
    async prepare() {
      await run('call', 'create_project', '{"name":"App","id":"app"}')
      await run('call', 'project_update', JSON.stringify({ id: 'app', projectPath: folder }))
    },
    async hook(event: string, given: object = {}, more: NodeJS.ProcessEnv = {}) {
      const input = JSON.stringify({ session_id: 's1', transcript_path: transcript, cwd: folder, ...given })
      const { code, stdout, stderr } = await runCommand(['hook', event], { home, input, env: { ...env, ...more } })
      expect([event, code, stderr]).toEqual([event, 0, ''])
      return stdout === '' ? undefined : JSON.parse(stdout)
    },
    write(...lines: object[]) {
      const told = lines.map(line => `${JSON.stringify({ sessionId: 's1', cwd: folder, version: '2.0.0', ...line })}\n`)
      writeFileSync(transcript, told.join(''), { flag: 'a' })
    },
  }
}

export const user = (content: string, more: object = {}) => ({
  ...{ type: 'user', uuid: content.slice(0, 8), timestamp: dates.created },
  ...more,
  message: { role: 'user', content },
})

/** What a client tells before an edit. */
export const edit = { source: 'startup', tool_input: { file_path: 'src/db/a.ts' } }
