export const modules: readonly { text: string; file: string; name: string }[]
export function assembled(module: { text: string }): Promise<Buffer>
