import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  name?: string
  [field: string]: unknown
}

/** Properties that the client does not use: checks are the server's, and the sentences are for the API page. */
const serverOnly = new Set(['input', 'output', 'summary', 'errors', 'statuses', 'keyScope', 'freesSpace'])
/** The functions of the contract that declare a call, of the API and of `/api/auth`. */
const declaring = new Set(['operation', 'authOperation'])

/** Types describe the input and output to the page; at run time it needs an operation's path, access and topics. */
const isContract = (id: string) => /\/packages\/contract\/src\/[\w/-]+\.ts(\?|$)/.test(id)

/**
 * Leaves the schemas of the contract out of the page and of the sign-in site: no zod, and no operation that they do not
 * call. A schema that a file of the page does import would silently be undefined there, so that fails the build, and so
 * does zod in any file of the result.
 */
export function contractOfPage(): Plugin {
  const schemas = new Map<string, Set<string>>()
  return {
    name: 'contract-of-page',
    transform(code, id) {
      if (!isContract(id)) return null
      const replacements: { node: Node; by: string }[] = []
      const names = new Set<string>()
      const tree = this.parse(code) as unknown as Node
      for (const declared of listDeclarators(tree)) {
        const value = declared.init as Node
        const fields = fieldsOfOperation(value)
        if (fields) replacements.push(...fields.map(node => ({ node, by: '' })))
        else if (uses(value, 'z')) {
          replacements.push({ node: value, by: 'void 0' })
          const { name } = declared.id as Node
          if (name !== undefined) names.add(name)
        }
      }
      schemas.set(id, names)
      return replacements.length > 0 ? { code: blanked(code, replacements), map: null } : null
    },
    async buildEnd(failed) {
      if (failed) return
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id)
        if (isContract(id) || !info?.code || !info.importedIds.some(isContract)) continue
        for (const { source, names } of listImports(this.parse(info.code) as unknown as Node)) {
          const from = (await this.resolve(source, id))?.id ?? ''
          const used = names.filter(name => schemas.get(from)?.has(name))
          if (used.length > 0)
            this.error(`${id} uses ${used.join(', ')} of ${source}, which only the server has`)
        }
      }
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        if (file.moduleIds.some(id => /\/node_modules\/zod\//.test(id)))
          this.error(`${file.fileName} contains zod, which only the server has`)
        // A function of the contract that makes schemas, called when its module is loaded.
        if (file.code.includes('(void 0)(')) this.error(`${file.fileName} calls what only the server has`)
      }
    },
  }
}

function listImports(tree: Node): { source: string; names: string[] }[] {
  return (tree.body as Node[])
    .filter(statement => statement.type === 'ImportDeclaration')
    .map(statement => ({
      source: (statement.source as Node).value as string,
      names: (statement.specifiers as Node[]).map(each => (each.imported as Node | undefined)?.name ?? '*'),
    }))
}

/** The constants at the top of a module. */
function listDeclarators(tree: Node): Node[] {
  return (tree.body as Node[])
    .map(
      statement =>
        (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null,
    )
    .flatMap(statement =>
      statement?.type === 'VariableDeclaration' ? (statement.declarations as Node[]) : [],
    )
    .filter(declared => declared.init)
}

/** The fields of `operation({ … })` and `authOperation({ … })` that are the server's; undefined for anything else. */
function fieldsOfOperation(value: Node): Node[] | undefined {
  if (value.type !== 'CallExpression' || !declaring.has((value.callee as Node).name ?? '')) return undefined
  const [declared] = value.arguments as [Node]
  return (declared.properties as Node[]).filter(property =>
    serverOnly.has((property.key as Node)?.name ?? ''),
  )
}

function uses(node: unknown, name: string): boolean {
  if (Array.isArray(node)) return node.some(each => uses(each, name))
  if (typeof node !== 'object' || node === null) return false
  if ((node as Node).type === 'Identifier' && (node as Node).name === name) return true
  return Object.values(node).some(each => uses(each, name))
}

/** Puts something shorter in the place of each node and leaves every other character where the source map has it. */
function blanked(code: string, replacements: { node: Node; by: string }[]): string {
  let text = code
  for (const { node, by } of replacements) {
    // A property takes the comma behind it along.
    const end = by === '' && code[node.end] === ',' ? node.end + 1 : node.end
    const old = code.slice(node.start, end)
    text = text.slice(0, node.start) + by + old.slice(by.length).replace(/[^\n]/g, ' ') + text.slice(end)
  }
  return text
}
