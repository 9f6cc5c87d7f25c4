import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ensureNginx } from '../../scripts/nginx.mjs'

export interface Nginx {
  port: number
  plainPort: number
  /** The certificate it shows. */
  certificate: string
  stop(): Promise<void>
}

/** A real nginx on loopback with `deploy/nginx.conf`, in which only ports and certificate are other ones. */
export async function startNginx(folder: string, upstreams: readonly number[]): Promise<Nginx> {
  const programs = ensureNginx()
  const certificate = makeCertificate(programs.openssl, folder)
  const [port, plainPort] = [await freePort(), await freePort()]
  const given = readFileSync(fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url)), 'utf8')
  const site = replaceEachOnce(given, [
    ...upstreams.map(
      (upstream, at): Replacement => [`server 127.0.0.1:${4470 + at} `, `server 127.0.0.1:${upstream} `],
    ),
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/ssl/daybook/fullchain.pem', certificate.path],
    ['/etc/ssl/daybook/privkey.pem', certificate.key],
  ])
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(join(folder, 'nginx.conf'), mainConfig(folder))
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const child = spawn(programs.nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said = (said + text).slice(-4000)
  })
  const ended = once(child, 'exit')
  const isUp = await Promise.race([waitForPort(port), ended.then(() => false)])
  if (!isUp) throw new Error(`nginx did not start.\n${said}`)
  return {
    port,
    plainPort,
    certificate: readFileSync(certificate.path, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

type Replacement = readonly [text: string, by: string]

/** Every text must occur exactly once, or deploy/nginx.conf is not what this expects. */
function replaceEachOnce(whole: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((text, [given, by]) => {
    if (text.split(given).length !== 2) throw new Error(`deploy/nginx.conf does not hold "${given}" once.`)
    return text.replace(given, by)
  }, whole)
}

/** The main configuration around the site, with every file inside the folder. */
function mainConfig(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  )
  return [
    'daemon off;',
    // Otherwise its workers run as another user, who may not read the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 2;',
    `pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr warn;',
    'events { worker_connections 1024; }',
    `http { access_log off; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }`,
    '',
  ].join('\n')
}

function makeCertificate(openssl: string, folder: string): { path: string; key: string } {
  const [path, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const names = ['-subj', '/CN=daybook.example.org', '-addext', 'subjectAltName=DNS:daybook.example.org']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync(openssl, ['req', ...kind, ...names, '-keyout', key, '-out', path], { stdio: 'pipe' })
  return { path, key }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}

async function waitForPort(port: number): Promise<boolean> {
  for (let left = 200; left > 0; left--) {
    const answer = await fetch(`https://127.0.0.1:${port}/`).catch((error: Error) => error)
    // An unknown certificate means that it listens, too.
    if (!(answer instanceof Error) || !/ECONNREFUSED/.test(String(Object(answer.cause).code))) return true
    await sleep(50)
  }
  return false
}
