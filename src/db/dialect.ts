import { type RawBuilder, sql } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** The named differences between the engines; everything else is written once. */
export interface Dialect {
  engine: Engine
  /**
   * A row lock after a select; SQLite's write transaction already owns the whole file. Not `for update`: no key changes,
   * and rows that refer to this one may be added meanwhile, which `for update` would keep waiting.
   */
  forUpdate: RawBuilder<unknown>
  /** The values of a list argument, for `where x in (…)`. */
  texts(values: readonly string[]): RawBuilder<string>
  numbers(values: readonly number[]): RawBuilder<number>
  /** Two list arguments of one length as rows: `select a, b from …`. */
  pairs(a: readonly number[], b: readonly number[]): RawBuilder<unknown>
  /** How a list argument is bound. */
  list(values: readonly unknown[]): unknown
  /** ISO text compared with or stored into a time column. */
  time(value: string): RawBuilder<string>
}

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  forUpdate: sql``,
  texts: values => sql`(select value from json_each(${values}))`,
  numbers: values => sql`(select value from json_each(${values}))`,
  pairs: (a, b) =>
    sql`(select l.value as a, r.value as b from json_each(${a}) l join json_each(${b}) r on l.key = r.key) as given`,
  list: values => JSON.stringify(values),
  time: value => sql`${value}`,
}

export const postgresDialect: Dialect = {
  engine: 'postgres',
  forUpdate: sql`for no key update`,
  texts: values => sql`(select unnest(${values}::text[]))`,
  numbers: values => sql`(select unnest(${values}::bigint[]))`,
  pairs: (a, b) => sql`unnest(${a}::bigint[], ${b}::bigint[]) as given (a, b)`,
  list: values => values,
  time: value => sql`${value}::timestamptz`,
}
