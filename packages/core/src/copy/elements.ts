/** Elements that a copy does not contain, with their content. A link replaces a frame. */
export const removedWithContent: ReadonlySet<string> = new Set([
  'script',
  'iframe',
  'noembed',
  'noframes',
  'applet',
  'portal',
  'fencedframe',
  'canvas',
])

/** Elements that a copy does not contain; their content remains. */
export const removedTags: ReadonlySet<string> = new Set([
  'base',
  'embed',
  'frame',
  'frameset',
  'keygen',
  'link',
  'meta',
  'object',
  'param',
  'source',
  'track',
])

/** Elements whose content parsers read as plain text. In a copy they are ordinary elements with escaped text. */
export const renamed: ReadonlyMap<string, string> = new Map([
  ['xmp', 'pre'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
])

/** Elements of SVG that change attributes of others. */
export const animations: ReadonlySet<string> = new Set([
  'animate',
  'animatemotion',
  'animatetransform',
  'set',
])

/** Attributes that a copy does not contain: they load resources, send data, run scripts or move the focus. */
export const removedAttributes: ReadonlySet<string> = new Set([
  'action',
  'archive',
  'attributionsrc',
  'autofocus',
  'autoplay',
  'classid',
  'code',
  'codebase',
  'contenteditable',
  'crossorigin',
  'csp',
  'data',
  'download',
  'dynsrc',
  'fetchpriority',
  'form',
  'formaction',
  'formenctype',
  'formmethod',
  'formtarget',
  'http-equiv',
  'imagesizes',
  'imagesrcset',
  'integrity',
  'is',
  'itemid',
  'itemtype',
  'loading',
  'longdesc',
  'lowsrc',
  'manifest',
  'method',
  'nonce',
  'ping',
  'profile',
  'referrerpolicy',
  'rel',
  'resource',
  'sizes',
  'src',
  'srcdoc',
  'srcset',
  'target',
  'usemap',
  'vocab',
  'xml:base',
  'xmlns',
])

/** Names of elements and attributes that a copy writes. Parsers could interpret other names differently. */
export const plainName = /^[a-z][a-z0-9:._-]{0,99}$/
