import type { Migration } from './migration.ts'

/** When a token ends and what it is limited to. Tokens made before have neither end nor limits. */
export const tokenLimits: Migration = {
  version: 8,
  up(engine) {
    const time = engine === 'sqlite' ? 'text' : 'timestamptz(3)'
    return [
      `alter table tokens add column expires ${time}`,
      `alter table tokens add column projects text`,
      `alter table tokens add column role text`,
    ]
  },
}
