import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { agents } from '../../src/transcripts/agents.ts'
import { loadReaders } from '../../src/transcripts/readers.ts'

const guide = readFileSync(new URL('../../docs/guide/diary-sources.md', import.meta.url), 'utf8')
const rows = guide
  .split('\n')
  .flatMap(line => (/^\| [A-Za-z]/.test(line) ? [line.split('|').map(cell => cell.trim())] : []))

it('the guide has a row for every agent, with its places and its variable', async () => {
  const readers = await loadReaders()
  const environment = { env: {}, home: '~', platform: 'linux' } as const
  const expected = agents.map(({ source, label, rootsVariable }) => {
    const places =
      readers
        .get(source)
        ?.places(environment)
        .places.map(({ path }) => `\`${path}\``) ?? []
    return [label, places.length === 0 ? 'nowhere' : places.join(', '), `\`${rootsVariable}\``]
  })
  expect(rows.slice(1).map(([, label, places, variable]) => [label, places, variable])).toEqual(
    expected.sort(([a = ''], [b = '']) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
  )
})
