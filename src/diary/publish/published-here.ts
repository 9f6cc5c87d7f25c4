import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../files/replace.ts'
import { fileText, readObject } from '../workspace/json-file.ts'

/** What this machine has published of a day. It stays when the day is removed: it names what others still have. */
const PublishedHere = z.object({
  schema_version: z.literal(1),
  date: z.string(),
  versions: z.array(
    z.object({
      server: z.string(),
      author: z.string(),
      version: z.int(),
      published_at: z.string(),
      sha256: z.string(),
    }),
  ),
})

export type OwnVersion = z.output<typeof PublishedHere>['versions'][number]

export async function publishedHere(diaryRoot: string, date: string): Promise<OwnVersion[]> {
  const stored = await readObject(fileOf(diaryRoot, date))
  return PublishedHere.safeParse(stored.state === 'read' ? stored.value : undefined).data?.versions ?? []
}

/** Remembers a version that the server has taken. */
export async function rememberPublished(diaryRoot: string, date: string, version: OwnVersion): Promise<void> {
  const others = (await publishedHere(diaryRoot, date)).filter(
    each => each.server !== version.server || each.author !== version.author || each.version !== version.version,
  )
  const path = fileOf(diaryRoot, date)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, fileText({ schema_version: 1, date, versions: [...others, version] }))
}

function fileOf(diaryRoot: string, date: string): string {
  return join(diaryRoot, 'published', `${date}.json`)
}
