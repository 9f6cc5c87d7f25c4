import fc from 'fast-check'
import { expect, it } from 'vitest'
import { recordsOperations } from '../../src/records/operations.ts'
import { resources } from '../../src/resources.ts'
import { onBothEngines } from '../support/engines.ts'
import { codeOf, ids, recordCalls } from './record-calls.ts'

onBothEngines('A superseded record', store => {
  const { call } = store
  const { must, createRoot, createChild, transition } = recordCalls(store)

  const supersede = (id: string, session_id: string, superseded_by: string | null, args: object = {}) =>
    must('supersede_record', { id, session_id, superseded_by, ...args })

  it('A superseded record is closed by the record that replaced it, and open again when that is taken back', async () => {
    const { id: old, session } = await createRoot({ title: 'Wall clocks' })
    const { id: next } = await createRoot({ title: 'Ticks', session_id: session })
    const { record, tick } = await supersede(old, session, next, { reason: 'Clocks differ.' })
    expect(record).toMatchObject({
      ...{ id: old, state: 'RESOLVED', resolved_by: next, superseded_by: next, state_reason: 'Clocks differ.' },
      version: 2,
    })
    const { history } = await must('get_record_history', { id: old })
    expect(history[0]).toMatchObject({ change_type: 'transition', summary: `Superseded by ${next}`, tick })
    expect(await must('supersede_record', { id: old, session_id: session, superseded_by: next })).toMatchObject({
      unchanged: true,
      tick,
    })

    const back = await supersede(old, session, null)
    expect(back.record).toMatchObject({ state: 'OPEN', version: 3 })
    expect(back.record).not.toHaveProperty('superseded_by')
    expect(back.record).not.toHaveProperty('resolved_by')
  })

  it('A superseded record keeps how it was decided when it was closed before', async () => {
    const { id: old, session } = await createRoot()
    await transition(old, session, 'RESOLVED', { resolved_by: old })
    const { id: next } = await createRoot({ session_id: session })
    expect((await supersede(old, session, next)).record).toMatchObject({ state: 'RESOLVED', resolved_by: old })
    const back = await supersede(old, session, null)
    expect(back.record).toMatchObject({ state: 'RESOLVED', resolved_by: old })
  })

  it('A superseded record cannot be reopened, and cannot be replaced by itself or by what it replaced', async () => {
    const { id: first, session } = await createRoot()
    const { id: second } = await createRoot({ session_id: session })
    const { id: third } = await createRoot({ session_id: session })
    await supersede(first, session, second)
    await supersede(second, session, third)
    const reopened = await call('transition', { id: first, session_id: session, to_state: 'OPEN' })
    expect(reopened.error).toMatchObject({ code: 'INVALID_TRANSITION', details: { superseded_by: second } })
    for (const by of [third, second, first]) {
      const circle = await call('supersede_record', { id: third, session_id: session, superseded_by: by })
      expect(circle.error).toMatchObject({ code: 'INVALID_INPUT', details: { reason: 'supersession_cycle' } })
    }
    const { id: elsewhere } = await createRoot({ project_id: (await must('create_project', { name: 'Other' })).id })
    const foreign = await call('supersede_record', { id: third, session_id: session, superseded_by: elsewhere })
    expect(codeOf(foreign)).toBe('INVALID_INPUT')
    expect((await must('check_records')).violations).toEqual([])
  })

  it('A superseded record is announced to a session that works on it, and a change of it that was not seen must be forced', async () => {
    const { id: old, session } = await createRoot()
    const other = (await must('activate', { id: old, conversation_id: 'other' })).session_id
    const { id: next } = await createRoot({ session_id: session })
    await supersede(old, session, next)
    const unseen = await call('supersede_record', { id: old, session_id: other, superseded_by: null })
    expect(codeOf(unseen)).toBe('CONFLICT')
    const { changes } = await must('sync_session', { session_id: other })
    expect(changes.find((each: { record_id: string }) => each.record_id === old)).toMatchObject({
      change_type: 'state_changed',
      new_value: { state: 'RESOLVED', superseded_by: next },
    })
  })

  it('A superseded record says on activation what holds now, and the record that holds says what it replaced', async () => {
    const { id: first, session } = await createRoot()
    const { id: second } = await createRoot({ session_id: session })
    const { id: third } = await createRoot({ session_id: session })
    const child = await createChild(first, session)
    await supersede(first, session, second)
    await supersede(second, session, third)
    const loaded = await must('activate', { id: first, session_id: session })
    expect(loaded.context.warnings).toContainEqual({
      type: 'stale',
      message: `${first} is not current: it was superseded by ${second}, and by now ${third} holds. Activate ${third} instead.`,
      details: { record_id: first, superseded_by: second, current: third },
    })
    const below = await must('activate', { id: child, session_id: session })
    expect(JSON.stringify(below.context.warnings)).toContain(`${first} is not current`)
    expect((await must('activate', { id: third, session_id: session })).context.supersedes).toEqual([second])
    const shown = await must('show_record', { id: third })
    expect(ids(shown.supersedes)).toEqual([second])
    expect(shown.backlinks).toEqual([])
  })

  it('A superseded record keeps its successor through export and import, and is not current again when that was purged', async () => {
    const { id: first, session } = await createRoot({ title: 'Old one', affects: ['src/**'] })
    const { id: second } = await createRoot({ session_id: session, title: 'New one', affects: ['src/db/*.ts'] })
    const { id: third } = await createRoot({ session_id: session, title: 'Gone' })
    const { id: lost } = await createRoot({ session_id: session, title: 'Lost', affects: ['src/**'] })
    await supersede(first, session, second)
    await supersede(lost, session, third)
    await must('purge_record', { id: third, confirm: third })
    const { jsonl } = await must('export_records')
    await must('create_project', { name: 'Copy', id: 'copy' })
    const { ids: renamed } = await must('import_records', { project_id: 'copy', jsonl, dry_run: false })
    expect((await must('show_record', { id: renamed[first] })).record).toMatchObject({
      affects: ['src/**'],
      superseded_by: renamed[second],
    })
    const governing = await must('decisions_for', { files: ['src/db/sqlite.ts'], project_id: 'copy' })
    expect(ids(governing.decisions)).toEqual([renamed[second]])
    expect((await must('check_records', { project_id: 'copy' })).violations).toEqual([])

    const bent = jsonl.split('\n').map((line: string) => {
      const parsed = JSON.parse(line || '{}')
      if (parsed.id !== second) return line
      for (const version of parsed.versions) Object.assign(version.record, { state: 'RESOLVED', superseded_by: first })
      return JSON.stringify(parsed)
    })
    const refused = await call('import_records', { project_id: 'copy', jsonl: bent.join('\n'), dry_run: true })
    expect(refused.error).toMatchObject({ details: { reason: 'inconsistent_export' } })
  })
})

onBothEngines('No answer shows a superseded record as current', store => {
  const { call } = store
  const { must, createRoot } = recordCalls(store)

  it('no operation that reads shows a superseded record as current, for any history of records that replace each other', async () => {
    let runs = 0
    const links = fc.array(fc.tuple(fc.nat(7), fc.option(fc.nat(7), { freq: 6 })), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(
        links,
        fc.array(fc.constantFrom('OPEN', 'LATER', 'RESOLVED', 'DISCARDED'), { minLength: 8, maxLength: 8 }),
        async (steps, states) => {
          const { id: project } = await must('create_project', { name: `Any ${++runs}` })
          const { id: root, session } = await createRoot({ title: 'Root', project_id: project })
          const made: string[] = []
          for (const [at, state] of states.entries()) {
            const parent_id = at % 2 === 0 ? root : made[at - 1]
            const metadata = { evidence: [{ kind: 'file', ref: 'src/clock/tick.ts' }] }
            const args = { parent_id, session_id: session, state, reason: 'So.', affects: ['src/clock/**'], metadata }
            const title = `Clock decision ${at}`
            made.push(
              (await must('create_record', { ...args, type: 'decision', title, summary: title, body: 'Clock.' })).record
                .id,
            )
          }
          const successor = new Map<string, string>()
          for (const [from, to] of steps) {
            const id = made[from] ?? root
            const by = to === null ? null : (made[to] ?? root)
            const answer = await call('supersede_record', { id, session_id: session, superseded_by: by })
            if (answer.error) expect(answer.error.details.reason).toBe('supersession_cycle')
            else if (by === null) successor.delete(id)
            else successor.set(id, by)
          }
          await expectNoneCurrent(project, root, made, successor)
        },
      ),
      { numRuns: 8 },
    )
  })

  async function expectNoneCurrent(project: string, root: string, made: string[], successor: Map<string, string>) {
    await expectMarkedInList(project, successor)
    for (const [operation, calls] of Object.entries(readingCalls(project, [root, ...made]))) {
      for (const args of calls) {
        const answer = await must(operation, args)
        for (const shown of recordsIn(answer)) {
          const by = successor.get(shown.id)
          const label = `${operation} ${JSON.stringify(args)}: ${shown.id}`
          if (by === undefined) expect([label, shown.superseded_by]).toEqual([label, undefined])
          else if (shown.label !== undefined)
            expect([label, shown.label]).toEqual([label, `decision · superseded by ${by}`])
          else
            expect([label, shown.superseded_by, shown.state]).toEqual([
              label,
              by,
              expect.stringMatching(/RESOLVED|DISCARDED/),
            ])
        }
        if (operation === 'search_records' || operation === 'search') {
          const found: { id: string }[] = answer.results ?? answer.facets[0].hits
          const replaced = found.map(({ id }) => successor.has(id))
          expect(replaced).toEqual([...replaced].sort())
        }
        if (operation === 'context_build' || operation === 'template_preview') {
          for (const id of successor.keys()) expect(JSON.stringify(answer)).not.toContain(id)
        }
        if (operation === 'decisions_for') {
          const current = made.filter(id => !successor.has(id))
          expect(current).toEqual(expect.arrayContaining(ids(answer.decisions)))
        }
        if (operation === 'cited_by') {
          const citing = answer.citations.map(({ record }: { record: { id: string } }) => record.id)
          expect(citing.sort()).toEqual([...made].sort())
        }
        if (operation === 'activate') {
          const warned = JSON.stringify(answer.context.warnings ?? [])
          const { id } = answer.context.target
          expect([id, warned.includes(`${id} is not current`)]).toEqual([id, successor.has(id)])
        }
      }
    }
  }

  /** What a chat is shown of records in the list of its resources: their titles only. */
  async function expectMarkedInList(project: string, successor: Map<string, string>) {
    const list = resources.find(({ name }) => name === 'record')?.list
    const page = await list?.((operation, args) => must(operation, args), `0 ${project}`)
    const titles = (page?.listed ?? []).map(({ parts, title }) => ({ id: parts.id ?? '', title }))
    expect(titles.length).toBeGreaterThan(0)
    const replaced = titles.map(({ id }) => successor.has(id))
    expect(replaced).toEqual([...replaced].sort())
    for (const { id, title } of titles) {
      const by = successor.get(id)
      expect(title.endsWith(`(superseded by ${by})`)).toBe(by !== undefined)
    }
  }

  it('no other operation on records reads them as they are now', () => {
    const reading: string[] = recordsOperations.filter(({ effect }) => effect === 'read').map(({ name }) => name)
    const pastOrElse = ['list_projects', 'get_project', 'get_record_history', 'get_record_diff', 'get_active_sessions']
    const further = [
      'get_recent_activity',
      'list_sessions',
      'export_records',
      'check_records',
      'whoami',
      'show_evidence',
    ]
    const others = ['activate', 'context_build', 'template_preview']
    const shown = Object.keys(readingCalls('p', ['R001'])).filter(name => !others.includes(name))
    expect(reading.sort()).toEqual([...shown, ...pastOrElse, ...further].sort())
  })
})

function readingCalls(project: string, records: string[]): { [operation: string]: object[] } {
  const project_id = project
  return {
    get_project_overview: [{ project_id }],
    search_records: ['clock', ''].map(query => ({ query, project_id, limit: 100 })),
    list_records: [{ project_id }, { project_id, states: ['OPEN', 'LATER'] }],
    get_record_ref: records.map(id => ({ id })),
    show_record: records.map(id => ({ id })),
    activate: records.map(id => ({ id })),
    cited_by: [{ place: 'src/clock', project_id }],
    decisions_for: [{ files: ['src/clock/tick.ts'], project_id }],
    search: [{ query: 'clock', in: ['records'], project_id }],
    context_build: [{ project }],
    template_preview: [{ projectId: project }],
  }
}

interface ShownRecord {
  id: string
  title: string
  state?: string
  superseded_by?: string
  label?: string
}

/** Everything in an answer that names a record and shows its title. */
function recordsIn(value: unknown): ShownRecord[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn)
  if (typeof value !== 'object' || value === null) return []
  const own = 'id' in value && 'title' in value && /^R\d+$/.test(String(value.id)) ? [value as ShownRecord] : []
  return [...own, ...Object.values(value).flatMap(recordsIn)]
}
