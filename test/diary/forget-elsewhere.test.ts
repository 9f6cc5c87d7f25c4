import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openApp } from '../../src/app.ts'
import { makeBackup } from '../../src/backup/make-backup.ts'
import { restoreBackup, verifyRestored } from '../../src/backup/restore.ts'
import { loadSettings } from '../../src/config.ts'
import { pack } from '../../src/diary/publish/publication.ts'
import { tempHome } from '../support/tempdir.ts'
import { filesHolding, kept, linesSaying, packedHolding, secret, writeSession } from './forgetting.ts'
import { generated } from './generating.ts'
import { agentHome } from './home.ts'
import { LabelledHistory } from './labelled-history.ts'
import { openProgram } from './prepared.ts'

const date = '2026-05-12'
const word = 'xylophone'
const progress = () => {}

describe('A forgotten session', () => {
  it('A forgotten session is withdrawn from what was published here, and does not come back with a report from elsewhere', async () => {
    const machine = agentHome()
    const program = await openProgram(machine)
    writeSession(machine, kept, linesSaying('harmless', kept))
    writeSession(machine, secret, linesSaying(word, secret, '2026-05-12T03'))
    await generated(program)
    const { report } = await program.call('diary_report', { date })
    const bundle = pack({ report: JSON.stringify(report), markdown: '', html: '' })
    const publish = () => program.call('diary_receive_report', { date, bundle, with_messages: true })
    expect(await publish()).toMatchObject({ status: 'ok', version: 1, result: 'published' })
    expect(filesHolding(machine.home, word).some(file => file.includes('daybook.db'))).toBe(true)

    const { cited_by } = await program.call('diary_forget', { session: secret, confirm: secret })
    expect(cited_by.published).toEqual([{ date, author: 'local', version: 1, server: null }])
    expect(filesHolding(machine.home, word)).toEqual([])
    expect(await program.call('diary_published_report', { author: 'local', date })).toMatchObject({
      status: 'invalid',
      errors: [{ message: 'this version was withdrawn: it held a session that was forgotten' }],
    })
    expect((await program.call('diary_published', { from: date, to: date })).versions).toMatchObject([{ version: 1 }])
    expect(await publish()).toMatchObject({ status: 'invalid', errors: [{ path: 'bundle' }] })
    const now = await program.call('diary_report', { date })
    const clean = pack({ report: JSON.stringify(now.report), markdown: '', html: '' })
    const again = { date, bundle: clean, with_messages: true, after_version: 1 }
    expect(await program.call('diary_receive_report', again)).toMatchObject({ status: 'ok', version: 2 })
    expect(filesHolding(machine.home, word)).toEqual([])
  })

  it('A forgotten session is listed with the git notes that name it, and these say nothing of it once they are exported again', async () => {
    const machine = agentHome(tempHome())
    const history = new LabelledHistory(machine, "the client's books")
    const sessions = { [secret]: history.agent(secret), [kept]: history.agent(kept) }
    const commits = Object.entries(sessions).map(([id, session]) => {
      session.asks(`Add ${id === secret ? word : 'something harmless'}.`)
      session.writes(`src/${id.slice(0, 1)}.ts`, history.code(6))
      return history.commit(`By ${id.slice(0, 8)}`, [], 'one session')
    })
    sessions[secret]?.writes('src/both.ts', history.code(6))
    sessions[kept]?.writes('src/both-too.ts', history.code(6))
    const both = history.commit('By both', [], 'two sessions')
    history.finish()
    const program = await openProgram(machine)
    await generated(program)
    const repository = history.folder
    await program.call('diary_export_why', { of: 'HEAD~3..HEAD', repository, format: 'git-notes' })
    const notes = () => history.git('log', '--notes=daybook', '--format=%H %N', 'HEAD~3..HEAD')
    expect(notes()).toContain(`claude-code ${secret} turn 1`)
    expect(notes()).not.toContain(word)
    const before = history.git('for-each-ref')

    const { cited_by } = await program.call('diary_forget', { session: secret, confirm: secret })
    expect(cited_by.notes).toMatchObject([{ repository, commits: expect.toSatisfy(sameSet([commits[0], both])) }])
    expect(history.git('for-each-ref')).toBe(before)

    const [rewrite = '', ...git] = cited_by.notes[0].commands
    const [, of] = /^daybook why '([0-9a-f ]+)' --export git-notes --repository /.exec(rewrite) ?? []
    const again = await program.call('diary_export_why', { of, repository, format: 'git-notes' })
    expect(again.commits.map(({ hash, state }: { hash: string; state: string }) => [hash, state])).toEqual([
      [commits[0], 'removed'],
      [both, 'written'],
    ])
    expect(notes()).not.toContain(secret.slice(0, 8))
    expect(notes()).toContain(`claude-code ${kept} turn 1`)
    const past = () => history.git('log', '-p', '--reflog', '--all').includes(secret)
    expect(past()).toBe(true)
    for (const command of git) execFileSync('sh', ['-c', command], { env: { ...process.env, ...asAda } })
    expect(past()).toBe(false)
    expect(notes()).toContain(`claude-code ${kept} turn 1`)
  })

  it('A forgotten session stays out when an older backup is restored over the home', async () => {
    const machine = agentHome(tempHome())
    const home = join(machine.home, 'daybook')
    mkdirSync(home)
    const env = { ...machine.env, DAYBOOK_HOME: home, DAYBOOK_TIMEZONE: 'UTC', DAYBOOK_NOW: '2026-05-14T08:00:00Z' }
    const settings = () => loadSettings({}, env)
    const open = () => {
      const { location, diary, records, context } = settings()
      return openApp({ location, diary, records, context, room: { home }, log: line => console.error(line) })
    }
    const withApp = async <T>(work: (app: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> => {
      const app = await open()
      return work(app).finally(() => app.close())
    }
    const call = async (name: string, args: object) => {
      const { invoke } = await import('../../src/invoke.ts')
      const { operationNamed } = await import('../../src/operations.ts')
      return withApp(async app => {
        const operation = operationNamed(name)
        if (!operation) throw new Error(`No operation ${name}.`)
        const outcome = await invoke(app, operation, args, { principal: 'local', by: 'test' })
        await app.jobs.finish()
        return outcome.ok ? outcome.result : outcome.failure
      })
    }
    writeSession(machine, kept, linesSaying('harmless', kept))
    writeSession(machine, secret, linesSaying(word, secret, '2026-05-12T03'))
    await call('diary_generate', { date })
    const file = join(tempHome(), 'older.zip')
    await withApp(app => makeBackup({ app, settings: settings(), env, version: '0', file, progress }))
    expect(await call('diary_forget', { session: secret, confirm: secret })).toMatchObject({ state: 'forgotten' })
    expect(filesHolding(home, word)).toEqual([])

    await restoreBackup({ file, home, location: undefined, replace: true, now: new Date(), progress })
    const verified = await withApp(app => verifyRestored(app, progress))
    expect(verified).toMatchObject({ ok: true, diary: { days: 1, reports: 1, mismatches: 0 } })
    expect(filesHolding(home, word)).toEqual([])
    expect(packedHolding(home, word)).toEqual([])
    await call('diary_index', {})
    expect(packedHolding(home, word)).toEqual([])
    expect(await call('diary_forgotten', {})).toMatchObject({ sessions: [{ session_id: secret, pending: false }] })
    // Tombstones are part of a backup: on another machine the session stays out as well.
    const newer = join(tempHome(), 'newer.zip')
    await withApp(app => makeBackup({ app, settings: settings(), env, version: '0', file: newer, progress }))
    rmSync(home, { recursive: true })
    await restoreBackup({ file: newer, home, location: undefined, replace: false, now: new Date(), progress })
    await call('diary_index', {})
    expect(filesHolding(home, word)).toEqual([])
    expect(packedHolding(home, word)).toEqual([])
  })
})

const asAda = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap(who => [
    [`GIT_${who}_NAME`, 'Ada'],
    [`GIT_${who}_EMAIL`, 'ada@example.org'],
  ]),
)

function sameSet(wanted: readonly unknown[]): (given: unknown) => boolean {
  return given => Array.isArray(given) && [...given].sort().join() === [...wanted].sort().join()
}
