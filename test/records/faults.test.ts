import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type FaultCode, faultTable } from '../../src/kernel/fault.ts'
import { createPrincipal, setMembership } from '../../src/projects/tokens.ts'
import { type Answer, onBothEngines } from '../support/engines.ts'
import { minimalRecord, recordCalls } from './record-calls.ts'

/** §3: code, HTTP status, exit code, how the recovery hint starts. */
const specified: Array<[FaultCode, number, number, RegExp]> = [
  ['RECORD_NOT_FOUND', 404, 3, /^Check ID spelling/],
  ['NOT_ACTIVATED', 409, 5, /^Call activate\(\) first/],
  ['INVALID_TRANSITION', 409, 5, /^Check valid transitions/],
  ['PARENT_NOT_ACTIVATED', 409, 5, /^Activate parent first/],
  ['CONFLICT', 409, 5, /^Sync and resolve/],
  ['SESSION_NOT_FOUND', 404, 3, /^Start new session/],
  ['DEPTH_EXCEEDED', 422, 5, /^Consider flattening/],
  ['INVALID_INPUT', 400, 2, /./],
  ['PROJECT_NOT_FOUND', 404, 3, /^Call list_projects/],
  ['PROJECT_EXISTS', 409, 5, /^Choose another id/],
  ['VERSION_NOT_FOUND', 404, 3, /first.*last|v1.*v\d/],
  ['SESSION_PROJECT_MISMATCH', 409, 5, /^Activate without session_id/],
  ['FORBIDDEN', 403, 4, /needed|reader|writer|admin/],
  ['BUSY', 503, 6, /^Retry; nothing was written/],
  ['INTERNAL', 500, 1, /^Report the reference/],
]

it.each(specified)('%s has its HTTP status, exit code and hint', (code, http, exit, hint) => {
  expect(faultTable[code]).toEqual({ http, exit, hint: expect.stringMatching(hint) })
})

it('No fault of this part has a code outside the table', () => {
  // A database that is restored into is refused in the words of backups.
  const known = new Set<string>([...specified.map(([code]) => code), 'REFUSED', 'UNPROCESSABLE'])
  const raised = ['records', 'projects', 'kernel', 'db', 'activity'].flatMap(part =>
    [...sourcesUnder(`src/${part}`).matchAll(/new Fault\(\s*'([A-Z_]+)'/g)].map(found => found[1] ?? ''),
  )
  expect(raised.length).toBeGreaterThan(20)
  expect(raised.filter(code => !known.has(code))).toEqual([])
})

onBothEngines('Every fault', store => {
  const { call } = store
  const { createRoot, createChild, activate, update, transition, close, must } = recordCalls(store)

  it('Every fault comes with its details and hint, and never says a word of the caller outside the details', async () => {
    const canary = 'Canary'
    await must('create_project', { name: canary, id: 'one' })
    await must('create_project', { name: canary, id: 'two' })
    const text = {
      ...minimalRecord,
      title: canary,
      summary: canary,
      body: canary,
      type: canary,
      metadata: { k: canary },
    }
    const { id, session } = await createRoot(text)
    const inner = await createChild(id, session, text)
    const far = await createRoot({ ...text, project_id: 'one' })
    const closed = await activate(id)
    await close(closed)
    const behind = await activate(id)
    await transition(id, session, 'LATER', { reason: canary })
    const reader = { principal: canary.toLowerCase() }
    await store.app.db.write(async tx => {
      await createPrincipal(tx, { id: reader.principal })
      await setMembership(tx, { principal: reader.principal, project: 'default', role: 'reader' })
    })
    let deep = inner
    for (let depth = 3; depth <= 10; depth++) deep = await createChild(deep, session, text)
    const own = { session_id: session }
    const provoked: Array<[FaultCode, string, object, object, object?]> = [
      ['RECORD_NOT_FOUND', 'get_record_ref', { id: canary }, { field: 'id', id: canary }],
      ['RECORD_NOT_FOUND', 'activate', { id: 'r999' }, { field: 'id', id: 'r999' }],
      ['RECORD_NOT_FOUND', 'create_record', { ...text, related: [canary] }, { field: 'related', id: canary }],
      ['RECORD_NOT_FOUND', 'list_records', { parent_id: canary }, { field: 'parent_id', id: canary }],
      [
        'NOT_ACTIVATED',
        'update_record',
        { id: inner, body: canary, session_id: behind },
        { record_id: inner, session_id: behind },
      ],
      ['NOT_ACTIVATED', 'transition', { id, to_state: 'LATER', reason: canary }, { record_id: id }],
      [
        'INVALID_TRANSITION',
        'transition',
        { id, ...own, to_state: 'RESOLVED', resolved_by: id },
        { from: 'LATER', to: 'RESOLVED', allowed: ['OPEN', 'DISCARDED'] },
      ],
      [
        'INVALID_TRANSITION',
        'transition',
        { id: inner, ...own, to_state: 'LATER' },
        { from: 'OPEN', to: 'LATER', allowed: ['LATER', 'RESOLVED', 'DISCARDED'], missing: ['reason'] },
      ],
      ['PARENT_NOT_ACTIVATED', 'create_record', { ...text, parent_id: id }, { parent_id: id }],
      [
        'CONFLICT',
        'transition',
        { id, to_state: 'OPEN', session_id: behind },
        {
          current: expect.objectContaining({ id, title: canary }),
          base_version: 1,
          current_version: 2,
          by_session: session,
          at_tick: 3,
        },
      ],
      ['SESSION_NOT_FOUND', 'save_session', { session_id: canary }, { session_id: canary }],
      ['SESSION_NOT_FOUND', 'save_session', { session_id: closed }, { session_id: closed, status: 'closed' }],
      ['DEPTH_EXCEEDED', 'create_record', { ...text, parent_id: deep, ...own }, { depth: 11, max: 10 }],
      ['INVALID_INPUT', 'create_record', { ...text, parent_id: id, project_id: 'one' }, { reason: 'project_mismatch' }],
      [
        'INVALID_INPUT',
        'create_record',
        { ...text, [canary]: canary },
        { fields: [expect.objectContaining({ path: canary })] },
      ],
      [
        'INVALID_INPUT',
        'create_record',
        { ...text, state: canary },
        { fields: [expect.objectContaining({ path: 'state' })] },
      ],
      [
        'INVALID_INPUT',
        'get_record_diff',
        { id, from: canary },
        { fields: [expect.objectContaining({ path: 'from' })] },
      ],
      [
        'INVALID_INPUT',
        'get_record_history',
        { id, since: canary },
        { fields: [expect.objectContaining({ path: 'since' })] },
      ],
      ['PROJECT_NOT_FOUND', 'get_project', { id: `${canary}!` }, { given: `${canary}!` }],
      ['PROJECT_NOT_FOUND', 'get_project', { id: canary }, { given: canary, candidates: ['one', 'two'] }],
      ['PROJECT_EXISTS', 'create_project', { name: canary, id: 'ONE' }, { id: 'ONE' }],
      ['VERSION_NOT_FOUND', 'get_record_diff', { id, from: 'v9' }, { selector: 'v9', first: 1, last: 2 }],
      [
        'SESSION_PROJECT_MISMATCH',
        'activate',
        { id: far.id, ...own },
        { session_project: 'default', record_project: 'one' },
      ],
      ['FORBIDDEN', 'create_record', text, { needed: 'writer' }, reader],
    ]
    for (const [code, name, args, details, by] of provoked) {
      const { error } = await call(name, args, by)
      const label = `${name} ${code}`
      expect([label, error?.code, error?.details]).toEqual([label, code, details])
      const hint = specified.find(([each]) => each === code)?.[3] ?? /$^/
      expect([label, error.recovery_hint]).toEqual([label, expect.stringMatching(hint)])
      expect([label, `${error.message} ${error.recovery_hint}`]).toEqual([label, expect.not.stringMatching(/canary/i)])
      expect(Object.keys(error).sort()).toEqual(['code', 'details', 'message', 'recovery_hint'])
    }
  })

  it('Every fault of a conflict keeps the words of others out of what Daybook itself says', async () => {
    const { id, session } = await createRoot({ title: 'Canary' })
    const other = await activate(id)
    await update(id, session, { body: 'Canary' })
    const { conflict }: Answer = await update(id, other, { body: 'Canary too' })
    expect(conflict.message).not.toContain('Canary')
    const { warning } = await must('sync_session', { session_id: other })
    expect(warning).not.toContain('Canary')
  })
})

function sourcesUnder(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}
