import { spawn } from 'node:child_process'

/** Whether this is a terminal on a machine with a screen. */
export function hasBrowser(): boolean {
  const { env, platform, stdout } = process
  const display = platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  return Boolean(stdout.isTTY) && !env.CI && display
}

export function openBrowser(url: string): void {
  const [command = '', ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  // No browser after all: the address is on the screen.
  child.on('error', () => {})
  child.unref()
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }
