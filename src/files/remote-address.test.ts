import { describe, expect, it } from 'vitest'
import { isLocalRemote, remoteAddress } from './remote-address.ts'

describe('The address of a remote', () => {
  it.each([
    'git@github.com:Acme/Ledger.git',
    'https://github.com/acme/ledger',
    'https://github.com/acme/ledger.git/',
    'https://al:s3cr3t@github.com/acme/ledger.git',
    'ssh://git@github.com:22/acme/ledger.git',
    'ssh://git@ssh.github.com:443/acme/ledger.git',
    'git://github.com/acme/ledger.git',
    'https://www.github.com/acme/ledger?x=1#y',
    '  github.com:acme/ledger  ',
  ])('%s is one and the same', url => {
    expect(remoteAddress(url)).toBe('github.com/acme/ledger')
  })

  it.each([
    ['git@ssh.dev.azure.com:v3/acme/books/ledger', 'dev.azure.com/acme/books/ledger'],
    ['https://acme@dev.azure.com/acme/books/_git/ledger', 'dev.azure.com/acme/books/ledger'],
    ['ssh://git@code.acme.org:7999/books/ledger.git', 'code.acme.org/books/ledger'],
    ['https://code.acme.org/scm/books/ledger.git', 'code.acme.org/books/ledger'],
    ['git@github.com:acme/scm.git', 'github.com/acme/scm'],
  ])('the address of the remote %s is %s', (url, address) => {
    expect(remoteAddress(url)).toBe(address)
  })

  it.each([
    '',
    '/srv/git/ledger.git',
    '../ledger',
    'C:\\code\\ledger',
    'C:/code/ledger',
    '~/ledger',
    'file:///srv/x',
    'x',
    'https://github.com',
    ':x',
  ])('the remote %s has no address', url => {
    expect(remoteAddress(url)).toBeNull()
  })

  it('The address of a remote is a folder or not', () => {
    expect(['/srv/x', './x', 'file:///x', 'C:/x', 'x/y'].every(isLocalRemote)).toBe(true)
    expect(['git@host:x', 'https://host/x', 'host:x'].some(isLocalRemote)).toBe(false)
  })
})
