import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { lazy } from '../kernel/lazy.ts'
import { type Dialect, type Engine, postgresDialect, sqliteDialect } from './dialect.ts'
import type { Tables } from './tables.ts'

type Args = object

/** A query described once; each engine compiles it on first use and prepares it once per connection. */
export interface Statement<A extends Args, R> {
  readonly build: (q: Kysely<Tables>, args: A, dialect: Dialect) => Compilable<R> | RawBuilder<R>
  readonly compiled: Map<Engine, Compiled>
}

export interface Compiled {
  text: string
  /** In the order of the placeholders. */
  bind: (args: Args) => unknown[]
  /** A name for PostgreSQL's own prepared statements. */
  name: string
}

/**
 * Declares a statement. The callback sees its arguments as typed values, but receives markers: the builder runs once
 * per engine, never per call.
 */
export function statement<A extends Args, R>(build: Statement<A, R>['build']): Statement<A, R> {
  return { build, compiled: new Map() }
}

export function compile<A extends Args, R>(engine: Engine, { build, compiled }: Statement<A, R>): Compiled {
  const known = compiled.get(engine)
  if (known) return known
  const { builder, dialect } = engines[engine]()
  // Every property read of this proxy yields a marker that binding replaces with the argument.
  const markers = new Proxy({}, { get: (_, name) => new Argument(String(name)) }) as A
  const built = build(builder, markers, dialect)
  const { sql, parameters } = 'isRawBuilder' in built ? built.compile(builder) : built.compile()
  const made: Compiled = { text: sql, bind: binder(parameters, dialect), name: `d${++names}` }
  compiled.set(engine, made)
  return made
}

/** The named arguments as a row, for statements that write whole rows. */
export function rowOf<A extends Args>(args: A, names: readonly (keyof A & string)[]): A {
  return Object.fromEntries(names.map(name => [name, args[name]])) as A
}

class Argument {
  constructor(readonly name: string) {}
}

function binder(parameters: readonly unknown[], dialect: Dialect) {
  return (args: Args) =>
    parameters.map(parameter => {
      if (!(parameter instanceof Argument)) return parameter
      const value: unknown = Reflect.get(args, parameter.name)
      if (value === undefined) throw new Error(`Statement argument "${parameter.name}" is missing.`)
      return Array.isArray(value) ? dialect.list(value) : value
    })
}

let names = 0

// Made at first use: a process uses one of them.
const engines = {
  sqlite: lazy(() => ({
    dialect: sqliteDialect,
    builder: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: db => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
  })),
  postgres: lazy(() => ({
    dialect: postgresDialect,
    builder: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: db => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
  })),
}
