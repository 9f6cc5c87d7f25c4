import { type AuditContext, names, note, now, placeOf } from './context.ts'

/** Moves what a killed writer left after the last LF aside, and records that. */
export async function moveTornTail(ctx: AuditContext, name: string, keep: number): Promise<void> {
  const path = placeOf(ctx, name)
  const size = (await ctx.disk.stat(path))?.size ?? keep
  const tail = await ctx.disk.readRange(path, keep, size)
  const aside = await freeName(ctx, `${name}.torn-${now(ctx).replace(/[-:.]/g, '')}`)
  await ctx.disk.replace(placeOf(ctx, aside), tail)
  await ctx.disk.cut(path, keep)
  const what = name === names.ledger ? 'the list of keys' : 'a log of receipts'
  await note(ctx, {
    type: 'room_audit_recovered',
    summary: `An unfinished line at the end of ${what} was moved aside`,
    details: { file: name, moved_to: aside, bytes: tail.length },
  })
}

async function freeName(ctx: AuditContext, wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if ((await ctx.disk.stat(placeOf(ctx, name))) === undefined) return name
  }
}
