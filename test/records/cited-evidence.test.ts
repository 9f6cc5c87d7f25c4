import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPrincipal, setMembership } from '../../src/projects/tokens.ts'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { minimalRecord } from './record-calls.ts'

onBothEngines('what records cite', (store, engine) => {
  const { call } = store

  /** A project with a folder of its own, and a way to cite in it. */
  async function openProject(name: string) {
    const id = `${name}-${engine}`
    const folder = tempHome()
    await call('create_project', { name: id, id })
    await call('project_update', { id, projectPath: folder })
    return { id, folder, ...citing(id) }
  }

  function citing(id: string) {
    const show = (evidence: object): Promise<Answer> => call('show_evidence', { ...evidence, project_id: id })
    return {
      show,
      /** Saves a record that cites a place as it is now; answers its verdicts. */
      async cite(evidence: object) {
        const { evidence: entry } = await show(evidence)
        const { record } = await call('create_record', {
          ...minimalRecord,
          parent_id: null,
          project_id: id,
          metadata: { evidence: [entry] },
        })
        const verdict = async () => (await call('show_record', { id: record.id })).evidence[0].verdict
        return { record: record.id as string, entry, verdict }
      },
    }
  }

  /** A room with the sample workspace and one receipt. */
  async function openRoom(name: string) {
    const id = `${name}-${engine}`
    await call('create_project', { name: id, id })
    const room = (operation: string, args: object = {}) => call(operation, args, { project: id })
    const path = tempHome()
    expect(await room('room_workspace_bind', { path, sample: true })).not.toHaveProperty('error')
    const { receipt_id, session_id } = await room('room_tool_run', {
      id: 'file_reader',
      args: { file_path: 'Story/Scenes/SCN-01-the-keeper.md' },
    })
    const log = join(path, '.control-room/audit/sessions', session_id, 'tool_receipts.jsonl')
    return { id, path, room, receipt_id, log, ...citing(id) }
  }

  it('what records cite is shown with its lines and the hash to cite them with, and judged later', async () => {
    const { folder, show, cite } = await openProject('files')
    writeFileSync(join(folder, 'plan.md'), 'one\ntwo\nthree\n')
    const place = { kind: 'file', ref: 'plan.md', lines: '2-3' }
    expect(await show(place)).toEqual({
      evidence: { ...place, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      verdict: 'unchecked',
      text: 'two\nthree\n',
      cut: false,
    })
    const { verdict } = await cite(place)
    expect(await verdict()).toBe('verified')
    writeFileSync(join(folder, 'plan.md'), 'one\ntwo\n3\n')
    expect(await verdict()).toBe('changed')
    expect(await show({ kind: 'file', ref: '../plan.md' })).toMatchObject({ text: null })
  })

  it('a commit is there or not, under its whole hash or the beginning of it', async () => {
    const { folder, show, cite } = await openProject('commits')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Sam', '-c', 'user.email=sam@example.com', ...args], { cwd: folder })
    git('init', '-q', '-b', 'main')
    git('commit', '-q', '--allow-empty', '-m', 'Round half to even')
    const hash = git('rev-parse', 'HEAD').toString().trim()
    expect((await show({ kind: 'file', ref: `commit:${hash.slice(0, 8)}` })).text).toContain('Round half to even')
    expect(await (await cite({ kind: 'file', ref: `commit:${hash}` })).verdict()).toBe('verified')
    expect(await (await cite({ kind: 'file', ref: `commit:${'0'.repeat(40)}` })).verdict()).toBe('missing')
  })

  it('a receipt of the room is verified, and not any more when its log was changed', async () => {
    const { receipt_id, log, show, cite } = await openRoom('receipts')
    const shown = await show({ kind: 'receipt', ref: receipt_id })
    expect(shown.text).toContain('Ines')
    const { entry, verdict } = await cite({ kind: 'receipt', ref: receipt_id })
    expect(entry.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(await verdict()).toBe('verified')
    expect(await (await cite({ kind: 'receipt', ref: 'rcpt_000000000000' })).verdict()).toBe('missing')
    writeFileSync(log, readFileSync(log, 'utf8').replace('the-keeper', 'the-keepeR'))
    expect(await verdict()).toBe('changed')
  })

  it('a receipt says nothing in a project without a room', async () => {
    const { cite } = await openProject('bare')
    expect(await (await cite({ kind: 'receipt', ref: 'rcpt_000000000000' })).verdict()).toBe('unchecked')
  })

  it('an issue and a file of the room are cited by their text', async () => {
    const { room, cite } = await openRoom('issues')
    const { verdict, record } = await cite({ kind: 'file', ref: 'issue:1' })
    expect(await verdict()).toBe('verified')
    const file = await cite({ kind: 'file', ref: 'Story/Scenes/SCN-01-the-keeper.md', lines: '1-1' })
    expect(await file.verdict()).toBe('verified')
    await room('room_issue_change', { id: 1, body: 'It rings three times.' })
    expect(await verdict()).toBe('changed')
    const { citations } = await call('cited_by', { place: 'issue:1', project_id: `issues-${engine}` })
    expect(citations).toMatchObject([{ evidence: { ref: 'issue:1' }, record: { id: record } }])
  })

  it('what records cite names the records that cite it or something below it, and only those a caller may see', async () => {
    const { id, cite } = await openProject('links')
    const item = await cite({ kind: 'work_item', ref: 'diary:2026-05-12/ledger-d7579830878a/W0001' })
    const other = await cite({ kind: 'work_item', ref: 'diary:2026-05-12/ledger-d7579830878a/W0002' })
    await cite({ kind: 'work_item', ref: 'diary:2026-05-11/ledger-d7579830878a/W0001' })
    const citing = async (place: string, by = {}) =>
      (await call('cited_by', { place }, by)).citations.map(({ record }: Answer) => record.id).sort()
    expect(await citing('diary:2026-05-12/ledger-d7579830878a/W0001')).toEqual([item.record])
    expect(await citing('diary:2026-05-12')).toEqual([item.record, other.record].sort())
    expect(await citing('diary:2026-05')).toEqual([])
    expect(await citing('diary:2026-05-12', { principal: 'guest' })).toEqual([])
    expect(await call('cited_by', { place: 'x', project_id: id }, { principal: 'guest' })).toMatchObject({
      error: { code: 'PROJECT_NOT_FOUND' },
    })
  })

  it('what records cite shows no file of this machine to a member of the project', async () => {
    const { id, folder, show } = await openProject('members')
    writeFileSync(join(folder, 'plan.md'), 'secret\n')
    const { evidence } = await show({ kind: 'file', ref: 'plan.md' })
    await store.app.db.write(async tx => {
      await createPrincipal(tx, { id: 'ada' })
      await setMembership(tx, { principal: 'ada', project: id, role: 'reader' })
    })
    const seen = await call('show_evidence', { ...evidence, project_id: id }, { principal: 'ada' })
    expect(seen).toEqual({ evidence, verdict: 'unchecked', text: null, cut: false })
  })
})
