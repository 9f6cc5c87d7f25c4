import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { compile, statement } from './statement.ts'

const oneRecord = statement((q, a: { project: string; seq: number }, d) =>
  q
    .selectFrom('records')
    .select('title')
    .where('seq', '=', a.seq)
    .where('project_id', '=', a.project)
    .modifyEnd(d.forUpdate),
)
const several = statement((q, a: { seqs: number[]; ids: string[] }, d) =>
  q.selectFrom('records').select('seq').where('seq', 'in', d.numbers(a.seqs)).where('id', 'in', d.texts(a.ids)),
)

it('a statement compiles one description for both engines, and locks rows only where rows can be locked', () => {
  expect(compile('sqlite', oneRecord).text.trim()).toBe(
    'select "title" from "records" where "seq" = ? and "project_id" = ?',
  )
  expect(compile('postgres', oneRecord).text).toBe(
    'select "title" from "records" where "seq" = $1 and "project_id" = $2 for no key update',
  )
})

it('a statement binds arguments by name, in the order of the placeholders', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    expect(compile(engine, oneRecord).bind({ project: 'p', seq: 7 })).toEqual([7, 'p'])
  }
})

it('a statement binds a list as one argument: JSON for SQLite, an array for PostgreSQL', () => {
  const args = { seqs: [1, 2], ids: ["it's", '"quoted"'] }
  expect(compile('sqlite', several).bind(args)).toEqual(['[1,2]', '["it\'s","\\"quoted\\""]'])
  expect(compile('postgres', several).bind(args)).toEqual([args.seqs, args.ids])
})

it('a statement keeps constants of the builder beside the arguments', () => {
  const open = statement((q, a: { project: string }) =>
    q.selectFrom('records').select('seq').where('state', '=', 'OPEN').where('project_id', '=', a.project),
  )
  expect(compile('sqlite', open).bind({ project: 'p' })).toEqual(['OPEN', 'p'])
})

it('a statement builds once per engine, however often it runs', () => {
  let built = 0
  const counted = statement((_, a: { n: number }) => {
    built++
    return sql<{ n: number }>`select ${a.n} as n`
  })
  for (let n = 0; n < 5; n++) for (const engine of ['sqlite', 'postgres'] as const) compile(engine, counted).bind({ n })
  expect(built).toBe(2)
})

it('a statement refuses to bind an argument that is missing, and binds null as null', () => {
  const { bind } = compile('sqlite', oneRecord)
  expect(() => bind({ project: 'p' })).toThrow('Statement argument "seq" is missing.')
  expect(bind({ project: null, seq: 1 })).toEqual([1, null])
})

it('every statement of PostgreSQL has a name of its own', () => {
  expect(compile('postgres', oneRecord).name).not.toBe(compile('postgres', several).name)
})
