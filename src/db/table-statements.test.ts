import { expect, it } from 'vitest'
import { compile, type Statement } from './statement.ts'
import { countIn, deleteFrom, insertInto, selectFrom, updateIn } from './table-statements.ts'

const textOf = <A extends object, R>(statement: Statement<A, R>) => compile('postgres', statement).text.trim()
const member = ['project_id', 'principal_id', 'role'] as const

it.each([
  ['selects all columns', textOf(selectFrom('tokens')), 'select * from "tokens"'],
  [
    'selects some columns of the rows with given values, in an order, the first of them',
    textOf(
      selectFrom('sessions', {
        columns: ['id', 'closed_ts'],
        where: ['project_id'],
        isNull: ['closed_ts'],
        orderBy: ['last_activity desc', 'id'],
        limit: 'given',
      }),
    ),
    'select "id", "closed_ts" from "sessions" where "project_id" = $1 and "closed_ts" is null order by "last_activity" desc, "id" limit $2',
  ],
  [
    'locks the rows it selects',
    textOf(selectFrom('projects', { where: ['id'], forUpdate: true })),
    'select * from "projects" where "id" = $1 for no key update',
  ],
  [
    'counts rows',
    textOf(countIn('records', { where: ['project_id'] })),
    'select count(*) as "n" from "records" where "project_id" = $1',
  ],
  [
    'inserts a row or overwrites columns of the one that is there',
    textOf(insertInto('project_members', member, { on: ['project_id', 'principal_id'], set: ['role'] })),
    'insert into "project_members" ("project_id", "principal_id", "role") values ($1, $2, $3) on conflict ("project_id", "principal_id") do update set "role" = $4',
  ],
  [
    'inserts a row unless it is there',
    textOf(insertInto('project_members', member, { on: ['project_id', 'principal_id'] })),
    'insert into "project_members" ("project_id", "principal_id", "role") values ($1, $2, $3) on conflict ("project_id", "principal_id") do nothing',
  ],
  [
    'updates columns',
    textOf(updateIn('room_turns', ['state', 'ended'], ['turn_id'], ['ended'])),
    'update "room_turns" set "state" = $1, "ended" = $2 where "turn_id" = $3 and "ended" is null',
  ],
  [
    'deletes rows',
    textOf(deleteFrom('activation_acks', ['session_id'])),
    'delete from "activation_acks" where "session_id" = $1',
  ],
])('a statement of one table %s', (_, given, text) => {
  expect(given).toBe(text)
})

it('a statement of one table binds its arguments by the names of the columns', () => {
  const update = updateIn('room_turns', ['state'], ['turn_id'])
  expect(compile('sqlite', update).bind({ turn_id: 't', state: 'accepted' })).toEqual(['accepted', 't'])
})
