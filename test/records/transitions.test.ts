import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { codeOf, ids, recordCalls } from './record-calls.ts'

const states = ['OPEN', 'LATER', 'RESOLVED', 'DISCARDED'] as const
const extras = { nothing: {}, reason: { reason: 'Because' }, resolved_by: { resolved_by: 'R001' } }
type Extra = keyof typeof extras

/** What §5.8 says of each pair: every extra not named is a refusal. */
const allowed: Record<string, { needs?: Extra; with: Extra[] }> = {
  'OPEN LATER': { needs: 'reason', with: ['reason'] },
  'OPEN RESOLVED': { needs: 'resolved_by', with: ['resolved_by'] },
  'OPEN DISCARDED': { needs: 'reason', with: ['reason'] },
  'LATER OPEN': { with: ['nothing', 'reason'] },
  'LATER DISCARDED': { needs: 'reason', with: ['reason'] },
  'RESOLVED OPEN': { with: ['nothing', 'reason'] },
  'DISCARDED OPEN': { with: ['nothing', 'reason'] },
}

onBothEngines('Transitions', store => {
  const { call } = store
  const { createRoot, createChild, activate, transition, must } = recordCalls(store)

  it('Transitions follow exactly the table: sixteen pairs, each with nothing, a reason, a resolver', async () => {
    const { id: parent, session } = await createRoot()
    for (const from of states) {
      const targets = states.filter(to => allowed[`${from} ${to}`])
      for (const to of states) {
        const rule = allowed[`${from} ${to}`]
        for (const [extra, args] of Object.entries(extras)) {
          const id = await createChild(parent, session, { state: from })
          const answer = await call('transition', { id, session_id: session, to_state: to, ...args })
          const label = `${from} to ${to} with ${extra}`
          if (extra === 'resolved_by' && to !== 'RESOLVED') {
            expect([label, codeOf(answer)]).toEqual([label, 'INVALID_INPUT'])
          } else if (rule?.with.includes(extra as Extra)) {
            expect([label, answer.record?.state, answer.record?.version]).toEqual([label, to, 2])
          } else {
            const details = { from, to, allowed: targets, ...(rule?.needs && { missing: [rule.needs] }) }
            expect([label, codeOf(answer), answer.error.details]).toEqual([label, 'INVALID_TRANSITION', details])
          }
        }
      }
    }
  })

  it('Transitions treat a blank reason or resolver as missing, and say so in the hint', async () => {
    const { id, session } = await createRoot()
    for (const [to_state, given, missing] of [
      ['LATER', { reason: ' \n' }, ['reason']],
      ['DISCARDED', { reason: '' }, ['reason']],
      ['RESOLVED', { resolved_by: ' ' }, ['resolved_by']],
    ] as const) {
      const answer = await call('transition', { id, session_id: session, to_state, ...given })
      expect(answer.error).toMatchObject({
        code: 'INVALID_TRANSITION',
        details: { missing },
        recovery_hint: `Check valid transitions: this one is valid with ${missing[0]}. Add it and call again.`,
      })
    }
  })

  it('Transitions keep the last reason and drop the resolver when reopening, while history keeps both', async () => {
    const { id, session } = await createRoot()
    const resolved = await transition(id, session, 'RESOLVED', {
      resolved_by: 'r1',
      reason: 'The answer is in my body',
    })
    expect(resolved.record).toMatchObject({ resolved_by: 'R001', state_reason: 'The answer is in my body' })
    const reopened = await transition(id, session, 'OPEN')
    expect(reopened.record).not.toHaveProperty('resolved_by')
    expect(reopened.record).not.toHaveProperty('state_reason')
    const { diff, from_version } = await must('get_record_diff', { id, from: 'v2' })
    expect(from_version).toMatchObject({ state: 'RESOLVED', resolved_by: 'R001' })
    expect(diff).toEqual({
      state: { old: 'RESOLVED', new: 'OPEN' },
      resolved_by: { old: 'R001', new: null },
      state_reason: { old: 'The answer is in my body', new: null },
    })
    const { history } = await must('get_record_history', { id })
    expect(history).toMatchObject([
      { version: 3, change_type: 'transition', summary: 'RESOLVED → OPEN' },
      { version: 2, summary: 'OPEN → RESOLVED by R001', reason: 'The answer is in my body' },
      { version: 1 },
    ])
    expect(history[1].fields).toEqual(['state', 'state_reason', 'resolved_by'])
    const { activity } = await must('get_recent_activity', { types: ['state_transition'] })
    expect(activity.map((entry: { details: object }) => entry.details)).toEqual([
      { from: 'RESOLVED', to: 'OPEN' },
      { from: 'OPEN', to: 'RESOLVED', reason: 'The answer is in my body', resolved_by: 'R001' },
    ])
  })

  it('Transitions refuse resolvers that do not exist, are in another project, or lead back', async () => {
    await must('create_project', { name: 'Orchard', id: 'orchard' })
    const { id: a, session } = await createRoot()
    const b = await createChild(a, session)
    const c = await createChild(a, session)
    const elsewhere = await createRoot({ project_id: 'orchard' })
    const resolve = (id: string, resolved_by: string) =>
      call('transition', { id, to_state: 'RESOLVED', resolved_by, session_id: session })
    expect(await resolve(a, 'R999')).toMatchObject({
      error: { code: 'RECORD_NOT_FOUND', details: { field: 'resolved_by', id: 'R999' } },
    })
    expect(codeOf(await resolve(a, 'nonsense'))).toBe('RECORD_NOT_FOUND')
    expect(codeOf(await resolve(a, elsewhere.id))).toBe('INVALID_INPUT')
    expect(await resolve(a, b)).toMatchObject({ record: { resolved_by: b } })
    expect(codeOf(await resolve(b, a))).toBe('INVALID_INPUT')
    expect(await resolve(b, c)).toMatchObject({ record: { resolved_by: c } })
    expect(codeOf(await resolve(c, a))).toBe('INVALID_INPUT')
    expect(await resolve(c, c)).toMatchObject({ record: { resolved_by: c } })
    await transition(c, session, 'OPEN')
    await transition(c, session, 'DISCARDED', { reason: 'Wrong' })
    const d = await createChild(a, session)
    expect((await resolve(d, c)).notices).toEqual([expect.stringContaining(c)])
  })

  it('Transitions warn of open children and leave them as they are', async () => {
    const { id, session } = await createRoot()
    expect(await transition(id, session, 'LATER', { reason: 'Why' })).not.toHaveProperty('cascade_warning')
    await transition(id, session, 'OPEN')
    for (let n = 0; n < 52; n++) await createChild(id, session)
    await createChild(id, session, { state: 'LATER' })
    for (const [to, extra] of [
      ['LATER', { reason: 'Why' }],
      ['DISCARDED', { reason: 'Why' }],
    ] as const) {
      const { cascade_warning } = await transition(id, session, to, extra)
      expect(cascade_warning).toMatchObject({ total: 52, message: `${id} still has 52 open children.` })
      expect(ids(cascade_warning.open_children)).toHaveLength(50)
      expect(cascade_warning.open_children[0]).toMatchObject({ id: 'R002', state: 'OPEN', depth: 2 })
    }
    expect(await transition(id, session, 'OPEN')).not.toHaveProperty('cascade_warning')
    expect((await must('list_records', { parent_id: id, states: ['OPEN'] })).total).toBe(52)
  })

  it('Transitions need the record to be active here', async () => {
    const { id, session } = await createRoot()
    const inner = await createChild(id, session)
    const other = await activate(id)
    expect(await call('transition', { id: inner, to_state: 'OPEN', session_id: other })).toMatchObject({
      error: { code: 'NOT_ACTIVATED', details: { record_id: inner, session_id: other } },
    })
    expect(await call('transition', { id: 'R999', to_state: 'OPEN', session_id: 'ses_x' })).toMatchObject({
      error: { code: 'RECORD_NOT_FOUND', details: { field: 'id', id: 'R999' } },
    })
  })
})
