import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { agents } from '../../src/transcripts/agents.ts'
import { loadReaders } from '../../src/transcripts/readers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('every agent of the list has a reader in the folder of its name', async () => {
  const readers = await loadReaders()
  expect([...readers.keys()]).toEqual(agents.map(({ source }) => source))
  for (const [source, reader] of readers) expect(reader.source).toBe(source)
})

it('no other code names the agents by hand', () => {
  const names = agents.flatMap(({ source, rootsVariable }) => [
    rootsVariable,
    // Words that mean other things too, such as a cursor in a list, show nothing by themselves.
    ...(source.includes('-') || source === 'opencode' ? [`'${source}'`] : []),
  ])
  const folders = ['src', 'web/src', 'scripts'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  )
  const isOwn = (file: string) => agents.some(({ source }) => file.startsWith(`src/transcripts/${source}/`))
  const code = folders.filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !isOwn(file))
  // The sample writes transcripts of two agents, and the clients of MCP are another list.
  const others = code.filter(file => !/^src\/(sample|doctor\/clients|entry\/cli\/install)\//.test(file))
  const named = others.flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8')
    return names.filter(name => text.includes(name)).map(name => `${file}: ${name}`)
  })
  expect(named).toEqual([])
})
