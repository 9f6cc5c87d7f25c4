import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openApp } from '../../src/app.ts'
import { addToken, createPrincipal, identityOfToken, setMembership } from '../../src/projects/tokens.ts'
import { callOperation, createEmptyStore } from '../support/engines.ts'

/** How often a process waits for PostgreSQL, and how many statements it sends, from the token to the answer. */
const allowed: { [call: string]: { trips: number; statements: number } } = {
  'create_record, a root': { trips: 8, statements: 26 },
  // One of them asks which records this one replaced; it is sent along with the others.
  activate: { trips: 8, statements: 24 },
  'create_record, a child': { trips: 8, statements: 29 },
  update_record: { trips: 6, statements: 25 },
  search_records: { trips: 5, statements: 11 },
  get_record_ref: { trips: 3, statements: 3 },
  sync_session: { trips: 9, statements: 17 },
  list_records: { trips: 4, statements: 8 },
}

test('a call on PostgreSQL sends what it must, and waits for no answer it does not need (issue 11, 7)', async () => {
  const { location, drop } = await createEmptyStore('postgres')
  const app = await openApp({ location })
  const watched = watchQueries()
  try {
    await callOperation(app, 'create_project', { name: 'Orchard', id: 'orchard' })
    const text = { type: 'note', title: 'Valve', summary: 'S', body: 'The valve was replaced' }
    const { record: shared } = await callOperation(app, 'create_record', { ...text, project_id: 'orchard' })
    const now = new Date().toISOString()
    const { secret } = await app.db.write(async tx => {
      await createPrincipal(tx, { id: 'anna' })
      await setMembership(tx, { principal: 'anna', project: 'orchard', role: 'writer' })
      return addToken(tx, { principal: 'anna', label: 'test', now })
    })
    const counted: typeof allowed = {}
    const called = async (name: string, args: object, as = name) => {
      await watched.quiet()
      watched.reset()
      const who = await identityOfToken(app.db, secret, now)
      if (!who || who === 'expired') throw new Error('The token opens nothing.')
      const answer = await callOperation(app, name, args, who)
      expect(answer).not.toHaveProperty('error')
      await watched.quiet()
      counted[as] = watched.counts()
      return answer
    }

    const root = { ...text, project_id: 'orchard', conversation_id: 'c', idempotency_key: '1' }
    const { record, session_id } = await called('create_record', root, 'create_record, a root')
    await called('activate', { id: shared.id, session_id })
    const below = { ...text, parent_id: record.id, session_id, idempotency_key: '2' }
    const { record: child } = await called('create_record', below, 'create_record, a child')
    await called('update_record', { id: child.id, summary: 'T', session_id, idempotency_key: '3' })
    const other = await callOperation(app, 'activate', { id: shared.id })
    await callOperation(app, 'update_record', { id: shared.id, summary: 'U', session_id: other.session_id })
    await called('search_records', { query: 'valve', project_id: 'orchard' })
    await called('get_record_ref', { id: child.id })
    await called('sync_session', { session_id })
    await called('list_records', { project_id: 'orchard' })

    const over = Object.entries(allowed).filter(([name, { trips, statements }]) => {
      const own = counted[name]
      return !own || own.trips > trips || own.statements > statements
    })
    expect(over.map(([name]) => [name, counted[name]])).toEqual([])
  } finally {
    watched.restore()
    await app.close()
    await drop()
  }
})

/** Statements of one call follow each other on the wire; a new trip begins when all before are answered. */
function watchQueries() {
  let [trips, statements, unanswered] = [0, 0, 0]
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const answer = query.apply(this, args)
    // The pool asks with a callback too, for notices that no call waits for.
    if (!(answer instanceof Promise)) return answer
    statements++
    if (unanswered++ === 0) trips++
    const answered = () => {
      unanswered--
    }
    answer.then(answered, answered)
    return answer
  } as never)
  return {
    counts: () => ({ trips, statements }),
    reset() {
      trips = 0
      statements = 0
    },
    quiet: () => vi.waitFor(() => expect(unanswered).toBe(0)),
    restore: () => spy.mockRestore(),
  }
}
