import { z } from 'zod'

const Name = z.string().min(1).refine(isPlainName, { error: 'a name below the folder it belongs to' })

/** The last entry of a backup: what is in it, with hashes, and what is not. */
export const Manifest = z.object({
  format: z.literal('daybook-backup'),
  version: z.literal(1),
  daybook: z.string(),
  created: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  schema: z.int().min(1),
  /** Of the SQLite file, if it is below the home. */
  database_path: Name.nullable(),
  folders: z.array(z.object({ name: Name, mode: z.int() })),
  files: z.array(
    z.object({
      name: Name,
      bytes: z.int().min(0),
      sha256: z.string().length(64),
      mode: z.int(),
      modified_ms: z.number(),
    }),
  ),
  outside: z.array(z.object({ what: z.string(), path: z.string(), project: z.string().optional() })),
  left_out: z.array(z.object({ name: z.string(), why: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestName = 'manifest.json'
/** The prefix of the names of entries. */
export const homePrefix = 'home/'
export const databasePrefix = 'database/'
export const sqliteEntry = `${databasePrefix}daybook.db`

/** With forward slashes, and nothing in it that leads elsewhere on any system. */
function isPlainName(name: string): boolean {
  if (/[\\\0]/.test(name)) return false
  return name.split('/').every(part => part !== '' && part !== '.' && part !== '..')
}

/** Where a restore unpacks, below the home: putting things in place is then a rename. */
export const stagingPrefix = '.restore.'
/** Where a restore puts what was in the home before. */
export const beforeRestore = 'before-restore-'
