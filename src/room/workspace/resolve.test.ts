import { describe, expect, it } from 'vitest'
import { createResolver } from './resolve.ts'
import type { VfsFile } from './vfs.ts'

const fileAt = (path: string): VfsFile => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  class: 'scene',
  title: '',
  size_bytes: 0,
  modified: '2026-03-01T00:00:00.000Z',
  lines: 0,
  origin: 'physical',
  readonly: false,
})

function outcome(paths: string[], given: string) {
  const found = createResolver(paths.map(fileAt))(given)
  if ('fault' in found) return [found.fault.code, ...(found.fault.candidates ?? [])]
  return [found.resolved, found.file.path]
}

describe('Looking a path up', () => {
  const tree = ['Canon.md', 'Story/Scenes/SCN-01.md', 'Story/Straße.md', 'Compendium/Lore/x.md', 'Story/x.md']

  it.each([
    ['Story/Scenes/SCN-01.md', ['exact', 'Story/Scenes/SCN-01.md']],
    ['story/SCENES/scn-01.MD', ['case', 'Story/Scenes/SCN-01.md']],
    ['STORY/STRAßE.md', ['case', 'Story/Straße.md']],
    ['STORY/STRA\u1e9eE.md', ['case', 'Story/Straße.md']],
    ['\u017ftory/x.md', ['case', 'Story/x.md']],
    ['scn-01.md', ['basename', 'Story/Scenes/SCN-01.md']],
    ['Story/Compendium/Canon.md', ['basename', 'Canon.md']],
    ['x.md', ['path_ambiguous', 'Compendium/Lore/x.md', 'Story/x.md']],
    ['Story/Scenes/SNC-01.md', ['file_not_found', 'Story/Scenes/SCN-01.md']],
    ['Story/Canyon.md', ['file_not_found', 'Canon.md']],
    ['Story/nothing-like-it.md', ['file_not_found']],
    ['Scenes', ['file_not_found']],
  ])('looking a path up %s gives %j', (given, wanted) => expect(outcome(tree, given)).toEqual(wanted))

  it('looking a path up names at most five files it could have meant, and at most three that are spelled nearly so', () => {
    const same = Array.from({ length: 7 }, (_, n) => `Story/${n}/x.md`)
    expect(outcome(same, 'x.md')).toEqual(['path_ambiguous', ...same.slice(0, 5)])
    const near = ['Story/abcd2.md', 'Story/abc1.md', 'Story/abcd1.md', 'Story/ab.md', 'Story/b/abcd1.md']
    expect(outcome(near, 'abcd.md')).toEqual(['file_not_found', 'Story/abc1.md', 'Story/abcd1.md', 'Story/abcd2.md'])
  })
})
