import { expect, it, vi } from 'vitest'

it('the same page at another line is one recent thing, and files of one folder are several', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const { addRecent } = await import('./recents.ts')
  for (const [address, title] of [
    ['/p/till/room/files?path=a.md', 'a.md'],
    ['/p/till/room/files?path=b.md', 'b.md'],
    ['/diary/2026-05-12', 'Round halves'],
    ['/diary/2026-05-12?item=W0001#L4', 'Round halves'],
  ] as const)
    addRecent({ address, title })
  vi.unstubAllGlobals()
  expect(JSON.parse(kept.get('daybook.recents') ?? '[]').map(({ address }: { address: string }) => address)).toEqual([
    '/diary/2026-05-12?item=W0001#L4',
    '/p/till/room/files?path=b.md',
    '/p/till/room/files?path=a.md',
  ])
})
