export const howToInstall: string
export function findChromium(): string | undefined
export function ensureChromium(): string
