export interface NginxPrograms {
  nginx: string
  openssl: string
}
export function findNginx(): NginxPrograms | undefined
export function ensureNginx(): NginxPrograms
