import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { sha256 } from '../../src/files/sha256.ts'
import { fileFaults, servedFile, servedTree } from '../../src/room/workspace/serve.ts'
import { makeWorkspace } from './workspace-folder.ts'

it('a file is served with its canonical path and how it was found', async () => {
  const { snapshot } = await makeWorkspace({ 'Story/x.md': 'one\r\ntwo' })
  expect(await servedFile(await snapshot(), 'X.MD')).toEqual({
    path: 'Story/x.md',
    resolved: 'basename',
    content: 'one\r\ntwo',
    sha256: sha256('one\r\ntwo'),
    total_lines: 2,
    size_bytes: 8,
    class: 'scene',
    origin: 'physical',
    readonly: false,
  })
  expect(await servedFile(await snapshot(), '/etc/passwd')).toEqual({ fault: { code: 'path_denied' } })
})

it('the tree is served without the path on this machine', async () => {
  const { root, snapshot } = await makeWorkspace({ 'Story/SCN-outline.md': '' })
  const tree = servedTree(root, await snapshot())
  expect(tree).toMatchObject({
    root: basename(root),
    outline_path: 'Story/SCN-outline.md',
    truncated: false,
    warnings: [],
  })
  expect(JSON.stringify(tree)).not.toContain(root)
})

it.each([
  ['path_invalid', 400],
  ['path_denied', 403],
  ['file_not_found', 404],
  ['path_ambiguous', 409],
  ['file_too_large', 413],
  ['file_not_text', 415],
  ['stale_file', 409],
  ['use_outline_api', 409],
  ['readonly', 409],
  ['stale_outline', 409],
] as const)('the refusal %s is %i over HTTP', (code, http) => expect(fileFaults[code].http).toBe(http))
