/** The content of a post as the block editor of WordPress 6.5 writes it, with parts that no post should have. */
const blockContent = `
<p class="wp-block-paragraph has-drop-cap" style="color:#f00" onclick="steal()">First &amp; <strong>bold</strong>, <em>thin</em>, <mark style="background-color:rgba(0,0,0,0)" class="has-inline-color">marked</mark> and <a href="/about/" target="_blank" rel="noopener">a link</a>.</p>
<!--more-->
<h2 class="wp-block-heading" id="links">A heading</h2>
<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>
<ol start="3"><li>Third</li></ol>
<blockquote class="wp-block-quote"><p>Quoted</p><cite>Somebody</cite></blockquote>
<pre class="wp-block-code"><code>if (a &lt; b) {
  run()
}</code></pre>
<figure class="wp-block-image size-large"><img fetchpriority="high" decoding="async" width="1024" height="683" src="https://pictures.example/a.jpg?w=1&amp;h=2" alt="A jetty" class="wp-image-7" srcset="https://pictures.example/a.jpg?w=1&amp;h=2 1024w, https://pictures.example/a-300.jpg 300w" sizes="(max-width: 1024px) 100vw" onerror="steal()"/><figcaption class="wp-element-caption">The <em>jetty</em></figcaption></figure>
<figure class="wp-block-gallery has-nested-images"><figure class="wp-block-image"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/wp-content/b.jpg" alt="" class="lazyload"/><noscript><img src="/wp-content/b.jpg" alt=""/></noscript></figure></figure>
<figure class="wp-block-table"><table><thead><tr><th>Name</th></tr></thead><tbody><tr><td colspan="2">Cell</td></tr></tbody></table><figcaption class="wp-element-caption">A table</figcaption></figure>
<figure class="wp-block-embed is-type-video is-provider-youtube"><div class="wp-block-embed__wrapper"><iframe title="Film" width="500" height="281" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" allowfullscreen></iframe></div></figure>
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://films.example/watch?v=1&amp;t=2
</div></figure>
<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="javascript:steal()">Press</a></div></div>
<details class="wp-block-details"><summary>More</summary><p>Inside</p></details>
<script>steal()</script><style>body{display:none}</style><svg onload="steal()"><text>Vector</text></svg>
<form action="https://evil.example/"><input name="q"/></form><object data="x.swf"></object><math><mtext><img src=x onerror=steal()></mtext></math>
<p>A note<sup data-fn="1" class="fn"><a href="#fn-1" id="fn-1-link">1</a></sup></p><ol class="wp-block-footnotes"><li id="fn-1">The note <a href="#fn-1-link">↩</a></li></ol>
<p><img height="1" width="1" src="https://tracker.example/pixel.gif"/></p>`

/** Returns a post as the REST API of WordPress lists it. */
export function createWordPressPost(slug: string, changes: object = {}): object {
  return {
    id: 7,
    date: '2026-11-24T11:30:00',
    date_gmt: '2026-11-24T10:30:00',
    slug,
    status: 'publish',
    sticky: false,
    link: `https://blog.example/2026/11/${slug}/`,
    title: { rendered: `About &#8220;${slug}&#8221; &amp; <em>more</em>` },
    content: { rendered: blockContent, protected: false },
    excerpt: { rendered: '<p>A short &hellip; <b>excerpt</b> [&hellip;]</p>\n', protected: false },
    _embedded: {
      author: [{ code: 'rest_user_invalid_id', message: 'Invalid user ID.', data: { status: 404 } }],
      'wp:featuredmedia': [
        {
          id: 9,
          source_url: 'https://pictures.example/large.jpg',
          alt_text: 'A large picture',
          media_type: 'image',
        },
      ],
      'wp:term': [[], []],
    },
    ...changes,
  }
}
