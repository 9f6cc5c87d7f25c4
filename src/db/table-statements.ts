import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Statement, statement } from './statement.ts'
import type { Tables } from './tables.ts'

// The plain statements of one table, which need no builder. Their arguments are named as the columns.

type Table = keyof Tables
type Row<T extends Table> = Selectable<Tables[T]>
type ColumnOf<T extends Table> = keyof Row<T> & string

/** Where a row has the columns `on` already, it gets the new values of `set`; without these it stays as it is. */
export function insertInto<T extends Table, C extends ColumnOf<T>>(
  table: T,
  columns: readonly C[],
  clash?: { on: readonly C[]; set?: readonly C[] },
): Statement<Pick<Row<T>, C>, never> {
  return statement((_, a: Pick<Row<T>, C>) => {
    const insert = sql<never>`insert into ${sql.table(table)} (${refs(columns)}) values (${sql.join(columns.map(name => a[name]))})`
    if (!clash) return insert
    const update = clash.set ? sql`update set ${sql.join(assigned(clash.set, a))}` : sql`nothing`
    return sql`${insert} on conflict (${refs(clash.on)}) do ${update}`
  })
}

/** Sets columns of the rows that have the given values in others. */
export function updateIn<T extends Table, S extends ColumnOf<T>, W extends ColumnOf<T>>(
  table: T,
  set: readonly S[],
  where: readonly W[],
  isNull: readonly ColumnOf<T>[] = [],
): Statement<Pick<Row<T>, S | W>, never> {
  return statement(
    (_, a: Pick<Row<T>, S | W>) =>
      sql`update ${sql.table(table)} set ${sql.join(assigned(set, a))}${matching(where, isNull, a)}`,
  )
}

export function deleteFrom<T extends Table, W extends ColumnOf<T>>(
  table: T,
  where: readonly W[],
): Statement<Pick<Row<T>, W>, never> {
  return statement((_, a: Pick<Row<T>, W>) => sql`delete from ${sql.table(table)}${matching(where, [], a)}`)
}

interface Selection<T extends Table, W extends ColumnOf<T>> {
  where?: readonly W[]
  isNull?: readonly ColumnOf<T>[]
}

interface Order<T extends Table> {
  orderBy?: readonly (ColumnOf<T> | `${ColumnOf<T>} desc`)[]
  forUpdate?: true
}

/** The rows with the given values: all columns unless some are named; with `limit: 'given'` it is an argument, too. */
export function selectFrom<
  T extends Table,
  W extends ColumnOf<T> = never,
  C extends ColumnOf<T> = ColumnOf<T>,
  L extends number | 'given' = number,
>(
  table: T,
  selection: Selection<T, W> & Order<T> & { columns?: readonly C[]; limit?: L } = {},
): Statement<Pick<Row<T>, W> & (L extends 'given' ? { limit: number } : object), Pick<Row<T>, C>> {
  const { where = [], isNull = [], columns, orderBy = [], limit, forUpdate } = selection
  return statement((_, a: Pick<Row<T>, W> & { limit?: number }, d) => {
    const order = orderBy.map(by => (by.endsWith(' desc') ? sql`${sql.ref(by.slice(0, -5))} desc` : sql.ref(by)))
    return sql`select ${columns ? refs(columns) : sql`*`} from ${sql.table(table)}${matching(where, isNull, a)}${
      order.length > 0 ? sql` order by ${sql.join(order)}` : sql``
    }${limit === undefined ? sql`` : sql` limit ${limit === 'given' ? a.limit : limit}`}${forUpdate ? sql` ${d.forUpdate}` : sql``}`
  })
}

/** How many rows have the given values. */
export function countIn<T extends Table, W extends ColumnOf<T> = never>(
  table: T,
  { where = [], isNull = [] }: Selection<T, W> = {},
): Statement<Pick<Row<T>, W>, { n: number }> {
  return statement(
    (_, a: Pick<Row<T>, W>) => sql`select count(*) as "n" from ${sql.table(table)}${matching(where, isNull, a)}`,
  )
}

function refs(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map(name => sql.ref(name)))
}

function assigned<C extends string>(names: readonly C[], a: { [name in C]: unknown }): RawBuilder<unknown>[] {
  return names.map(name => sql`${sql.ref(name)} = ${a[name]}`)
}

function matching<C extends string>(
  where: readonly C[],
  isNull: readonly string[],
  a: { [name in C]: unknown },
): RawBuilder<unknown> {
  const rules = [...assigned(where, a), ...isNull.map(name => sql`${sql.ref(name)} is null`)]
  return rules.length > 0 ? sql` where ${sql.join(rules, sql` and `)}` : sql``
}
