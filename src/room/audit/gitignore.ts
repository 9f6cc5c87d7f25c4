import { type AuditContext, placeOf } from './context.ts'

const secrets = ['secret.key', 'retired/'] as const

/** Keeps the keys out of Git, also after somebody edited the file. */
export async function keepIgnored(ctx: AuditContext): Promise<void> {
  const path = placeOf(ctx, '.gitignore')
  const text = (await ctx.disk.read(path))?.toString('utf8')
  if (text === undefined) return ctx.disk.replace(path, Buffer.from('*\n'))
  const open = secrets.filter(name => !isIgnored(name, text))
  if (open.length === 0) return
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return ctx.disk.replace(path, Buffer.from(`${before}${open.join('\n')}\n`))
}

/** Whether the last rule that plainly speaks of the name ignores it; rules of another form do not count. */
function isIgnored(name: string, text: string): boolean {
  const bare = name.replace(/\/$/, '')
  const spellings = new Set(['*', '**', name, bare, `/${name}`, `/${bare}`, `${bare}/*`, `${bare}/**`])
  const rule = text
    .split('\n')
    .map(line => line.trim())
    .findLast(line => spellings.has(line.replace(/^!/, '')) || line.startsWith('!'))
  return rule !== undefined && !rule.startsWith('!')
}
