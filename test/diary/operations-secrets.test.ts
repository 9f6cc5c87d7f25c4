import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../bench/harness/random.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { randomText } from '../fixtures/secrets/random-text.ts'
import { agentHome, fixture, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const r = randomText(seededRandom(11))
const token = `ghp_${r.base62(36)}`
const password = r.password()

/** The fixture, with a line that says something after it. */
function saying(...values: object[]): string {
  return `${fixture('c1-basic').toString('utf8').trimEnd()}\n${values.map(value => `${JSON.stringify(value)}\n`).join('')}`
}

const lines = fixture('c1-basic').toString('utf8').trimEnd().split('\n').length

describe('diary_secrets', () => {
  it('diary_secrets names session, line and kind of secrets in files and in the archive, never the secret', async () => {
    const machine = agentHome()
    const { call } = await openProgram(machine)
    const content = [{ type: 'text', text: `Use ${token}\nor "quoted" things` }]
    settledFile(
      machine.claude('one'),
      saying({ type: 'user', message: { content } }, { input: { db_password: password } }),
    )
    settledFile(machine.claude('two'), fixture('c1-basic'))
    settledFile(machine.claude('gone'), saying({ type: 'user', note: `DB_PASSWORD=${password}` }))
    await call('diary_index')
    rmSync(machine.claude('gone'))

    const answer = await call('diary_secrets')
    const place = { source: 'claude-code', archived: false, line_count: 1 }
    expect(answer).toMatchObject({ status: 'ok', transcripts: 3, unreadable: 0, oversized_lines: 0 })
    expect(answer.lines).toBe(3 * lines + 3)
    const places = answer.places.map(({ session_id, ...rest }: { session_id: string }) => rest)
    expect(places).toHaveLength(3)
    expect(places).toEqual(
      expect.arrayContaining([
        { ...place, kind: 'github_token', lines: [lines + 1] },
        { ...place, kind: 'assigned_secret', lines: [lines + 2] },
        { ...place, archived: true, kind: 'assigned_secret', lines: [lines + 1] },
      ]),
    )
    expect(JSON.stringify(answer)).not.toContain(token)
    expect(JSON.stringify(answer)).not.toContain(password)
  })

  it('diary_secrets reports how far it is, in counts only', async () => {
    const machine = agentHome()
    const { app } = await openProgram(machine)
    settledFile(machine.claude('one'), saying({ note: token }))
    const told: object[] = []
    const operation = operationNamed('diary_secrets')
    if (!operation) throw new Error('There is no diary_secrets.')
    await invoke(app, operation, {}, { principal: 'local', onProgress: each => told.push(each) })
    expect(told.at(-1)).toMatchObject({ phase: 'secrets', files: 1, files_total: 1 })
    expect(JSON.stringify(told)).not.toContain('one')
  })

  it('diary_secrets is the owner’s only', async () => {
    const { app } = await openProgram()
    const operation = operationNamed('diary_secrets')
    if (!operation) throw new Error('There is no diary_secrets.')
    expect(await invoke(app, operation, {}, { principal: 'eve' })).toMatchObject({
      ok: false,
      fault: { code: 'FORBIDDEN' },
    })
  })
})
