import pg from 'pg'
import { expect, it } from 'vitest'
import { Fault } from '../kernel/fault.ts'
import { isTransient, translate as ofPostgres, uncertainCommit, unreachable } from './postgres-faults.ts'
import { translate as ofSqlite } from './sqlite-faults.ts'

it.each([
  [5, 'BUSY', undefined],
  [261, 'BUSY', undefined],
  [8, 'INTERNAL', 'read-only'],
  [778, 'INTERNAL', 'disk-error'],
  [11, 'INTERNAL', 'damaged'],
  [13, 'INTERNAL', 'disk-full'],
  [14, 'INTERNAL', 'cannot-open'],
  [26, 'INTERNAL', 'not-a-database'],
])('SQLite result %i is reported as %s %s', (errcode, code, ref) => {
  const error = Object.assign(new Error('from SQLite'), { errcode })
  const fault = ofSqlite(error)
  expect(fault).toBeInstanceOf(Fault)
  expect(fault).toMatchObject({ code, details: ref ? { ref } : { retry_after_ms: 1000 }, cause: error })
  expect(fault).toHaveProperty(
    'hint',
    expect.stringMatching(/^Report the reference only if |^Retry; nothing was written/),
  )
})

it('an error that does not come from the database is passed on unchanged', () => {
  for (const error of [new Error('ours'), Object.assign(new Error('logic'), { errcode: 1 }), 'text']) {
    expect(ofSqlite(error)).toBe(error)
    expect(ofPostgres(error)).toBe(error)
  }
  const refused = fromServer('28P01')
  expect(unreachable(refused)).toBe(refused)
})

it('a wait for locks and a lost server of PostgreSQL are reported as BUSY', () => {
  for (const state of ['55P03', '40001', '40P01']) expect(ofPostgres(fromServer(state))).toMatchObject({ code: 'BUSY' })
  for (const error of [new Error('connect ECONNREFUSED'), fromServer('57P01'), fromServer('57P03')]) {
    expect(unreachable(error)).toMatchObject({ code: 'BUSY', details: { retry_after_ms: 1000 }, cause: error })
  }
})

it('a commit whose answer was lost is said to have been made, maybe', () => {
  expect(uncertainCommit(new Error('Connection terminated'))).toMatchObject({
    code: 'INTERNAL',
    details: { ref: 'lost-commit' },
    hint: expect.stringContaining('idempotency_key'),
  })
})

it('only what running again can settle is run again', () => {
  expect(['40001', '40P01', '23505', '23503', '55P03'].map(state => isTransient(fromServer(state)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(isTransient(new Error('40001'))).toBe(false)
})

function fromServer(state: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('said the server', 0, 'error'), { code: state })
}
