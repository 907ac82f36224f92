import type { Article } from './articles.testing.ts'

export const otherArticles: readonly Article[] = [
  {
    lang: 'pl',
    before: [
      'Puszcza na granicy jest jednym z ostatnich lasów, których nikt nie posadził.',
      'Żyją w niej żubry, rysie i dzięcioły, a martwe drzewa leżą tam, gdzie upadły.',
    ],
    lead: 'Leśnicy i naukowcy spierają się o korniki.',
    marked:
      'W ciągu dziewięć lat wycięto prawie połowę starych świerków, choć eksperci nie zalecali wycinki w rezerwacie.',
    trail: 'Sąd zajmie się sprawą w lutym.',
    after: [
      'Po drugiej stronie granicy eksperci nie zalecali wycinki i drzewa zostały na miejscu.',
      'Turyści widzą różnicę z wieży widokowej.',
    ],
    punctuated:
      'W ciągu dziewięć lat wycięto prawie połowę starych świerków – choć eksperci nie zalecali wycinki w rezerwacie!',
    negated:
      'W ciągu dziewięć lat wycięto prawie połowę starych świerków, choć eksperci zalecali wycinki w rezerwacie.',
    numberChanged:
      'W ciągu dziesięć lat wycięto prawie połowę starych świerków, choć eksperci nie zalecali wycinki w rezerwacie.',
    wordExchanged:
      'W ciągu dziewięć lat wycięto prawie połowę młodych świerków, choć eksperci nie zalecali wycinki w rezerwacie.',
    wordDropped:
      'W ciągu dziewięć lat wycięto połowę starych świerków, choć eksperci nie zalecali wycinki w rezerwacie.',
    rewritten: 'Mimo ostrzeżeń badaczy niemal co drugie drzewo iglaste trafiło do tartaków.',
    translated: 'In nine years almost half of the old spruces were felled.',
    phrase: 'eksperci nie zalecali wycinki',
  },
  {
    lang: 'ru',
    before: [
      'Старая обсерватория стоит на холме над рекой и открыта для посетителей по субботам.',
      'Её купол поворачивают вручную, а телескоп старше железной дороги.',
    ],
    lead: 'Директор музея показывает журнал наблюдений.',
    marked:
      'За зиму астрономы провели у телескопа девять ночей, и ни разу небо не было таким ясным, как в феврале.',
    trail: 'Потом приехали фотографы.',
    after: [
      'Местные жители говорят, что ни разу небо не было таким красным, как в тот вечер.',
      'Весной начнётся ремонт купола. Деньги собирали всем городом.',
    ],
    punctuated:
      'За зиму астрономы провели у телескопа девять ночей – и ни разу небо не было таким ясным, как в феврале…',
    negated: 'За зиму астрономы провели у телескопа девять ночей, и небо было таким ясным, как в феврале.',
    numberChanged:
      'За зиму астрономы провели у телескопа десять ночей, и ни разу небо не было таким ясным, как в феврале.',
    wordExchanged:
      'За зиму астрономы провели у телескопа девять ночей, и ни разу небо не было таким ясным, как в марте.',
    wordDropped: 'За зиму астрономы провели девять ночей, и ни разу небо не было таким ясным, как в феврале.',
    rewritten: 'Погода благоприятствовала учёным лишь однажды, когда мороз разогнал облака над долиной.',
    translated: 'The astronomers spent nine nights at the telescope that winter.',
    phrase: 'ни разу небо не было таким',
  },
  {
    lang: 'tr',
    before: [
      'Kasabanın eski hamamı yıllardır boş duruyordu ve kubbesinde otlar büyüyordu.',
      'Belediye geçen sonbahar onarıma başladı, ustalar taşları birer birer numaraladı.',
    ],
    lead: 'Mahalle sakinleri ne düşünüyor?',
    marked:
      'Bu suyun nereden geldiğini biliyorum ve 12 yıldır her sabah burada çalışıyorum diyor yaşlı usta.',
    trail: 'Sonra çayını bitirip gülüyor.',
    after: [
      'Oğlu da her sabah burada çalışıyorum demekten hoşlanıyor.',
      'Hamam gelecek yıl yeniden açılacak. Biletler ucuz olacak.',
    ],
    punctuated:
      '"Bu suyun nereden geldiğini biliyorum ve 12 yıldır her sabah burada çalışıyorum," diyor yaşlı usta.',
    negated:
      'Bu suyun nereden geldiğini bilmiyorum ve 12 yıldır her sabah burada çalışıyorum diyor yaşlı usta.',
    numberChanged:
      'Bu suyun nereden geldiğini biliyorum ve 21 yıldır her sabah burada çalışıyorum diyor yaşlı usta.',
    wordExchanged:
      'Bu suyun nereden geldiğini biliyorum ve 12 yıldır her akşam burada çalışıyorum diyor yaşlı usta.',
    wordDropped: 'Bu suyun nereden geldiğini biliyorum ve 12 yıldır her sabah çalışıyorum diyor yaşlı usta.',
    rewritten: 'Kaynağın yerini ondan iyi bilen yok, çünkü ömrünü bu kubbelerin altında geçirdi.',
    translated: 'I know where this water comes from, says the old master.',
    phrase: 'her sabah burada çalışıyorum',
  },
  {
    lang: 'ar',
    before: [
      'كانت القرية تنام عند سفح الجبل منذ قرون طويلة، وكان أهلها يزرعون القمح والزيتون.',
      'ثم جاءت الطريق الجديدة فتغيرت الأسواق وتغيرت معها عادات الناس.',
    ],
    lead: 'يتذكر المعلم العجوز تلك الأيام جيدا.',
    marked: 'لم يكن في المدرسة سوى 15 تلميذا، ولكنهم لم يتأخروا يوما واحدا عن الدرس حتى في أيام الثلج.',
    trail: 'ثم يصمت قليلا ويبتسم.',
    after: [
      'وفي القرية المجاورة كان الأطفال يمشون ساعة كاملة حتى في أيام الثلج.',
      'اليوم يدرس أحفادهم في المدينة، ويعودون إلى القرية في الصيف.',
    ],
    punctuated:
      '«لم يكن في المدرسة سوى 15 تلميذا؛ ولكنهم لم يتأخروا يوما واحدا عن الدرس – حتى في أيام الثلج».',
    negated: 'لم يكن في المدرسة سوى 15 تلميذا، ولكنهم تأخروا يوما واحدا عن الدرس حتى في أيام الثلج.',
    numberChanged:
      'لم يكن في المدرسة سوى 50 تلميذا، ولكنهم لم يتأخروا يوما واحدا عن الدرس حتى في أيام الثلج.',
    wordExchanged:
      'لم يكن في المدرسة سوى 15 تلميذا، ولكنهم لم يتأخروا يوما واحدا عن الدرس حتى في أيام المطر.',
    wordDropped: 'لم يكن في المدرسة سوى 15 تلميذا، ولكنهم لم يتأخروا يوما عن الدرس حتى في أيام الثلج.',
    rewritten: 'حضر الصغار كل صباح بانتظام مهما كان الطقس، وكان عددهم قليلا جدا.',
    translated: 'There were only fifteen pupils at the school.',
    phrase: 'حتى في أيام الثلج',
  },
  {
    lang: 'he',
    before: [
      'המאפייה הקטנה בפינת הרחוב פותחת את דלתותיה לפני הזריחה.',
      'ריח הלחם מגיע עד תחנת הרכבת, והנוסעים הראשונים עומדים בתור.',
    ],
    lead: 'בעל הבית מספר על סבו.',
    marked: 'הוא לא מכר את המתכון גם כשהציעו לו 300 לירות, ואמר שאין מחיר ללחם של אמא שלו.',
    trail: 'המתכון תלוי עד היום על הקיר.',
    after: [
      'גם האופה ממול אמר שאין מחיר ללחם טוב, אבל הוא סגר לפני שנה.',
      'בשבוע הבא תיפתח סדנה לילדים. מספר המקומות מוגבל.',
    ],
    punctuated: 'הוא לא מכר את המתכון – גם כשהציעו לו 300 לירות – ואמר שאין מחיר ללחם של אמא שלו!',
    negated: 'הוא מכר את המתכון גם כשהציעו לו 300 לירות, ואמר שאין מחיר ללחם של אמא שלו.',
    numberChanged: 'הוא לא מכר את המתכון גם כשהציעו לו 800 לירות, ואמר שאין מחיר ללחם של אמא שלו.',
    wordExchanged: 'הוא לא מכר את המתכון גם כשהציעו לו 300 לירות, ואמר שאין מחיר ללחם של סבתא שלו.',
    wordDropped: 'הוא לא מכר את המתכון כשהציעו לו 300 לירות, ואמר שאין מחיר ללחם של אמא שלו.',
    rewritten: 'שום סכום לא שכנע את הזקן להיפרד מן הסוד המשפחתי, כך זוכרים השכנים.',
    translated: 'He did not sell the recipe even for three hundred pounds.',
    phrase: 'אמר שאין מחיר ללחם',
  },
  {
    lang: 'zh',
    before: ['这座木桥建于明代，至今仍有人每天从桥上走过。', '桥下的河水在春天很急，村民们曾多次修补桥墩。'],
    lead: '当地的文物部门在报告中写道。',
    marked: '专家建议在未来15年内不要更换桥面的木板，因为原有的木材比新木材更加坚固耐用。',
    trail: '村民们对此表示欢迎。',
    after: [
      '邻县的一座石桥却已经拆除，因为原有的木材早已腐烂。',
      '明年春天，博物馆将举办一个关于古桥的展览。',
    ],
    punctuated: '专家建议：在未来15年内，不要更换桥面的木板——因为原有的木材，比新木材更加坚固耐用！',
    negated: '专家建议在未来15年内更换桥面的木板，因为原有的木材比新木材更加坚固耐用。',
    numberChanged: '专家建议在未来5年内不要更换桥面的木板，因为原有的木材比新木材更加坚固耐用。',
    wordExchanged: '专家建议在未来15年内不要更换桥面的木板，因为原有的石材比新木材更加坚固耐用。',
    wordDropped: '专家建议在未来15年内不要更换桥面的木板，因为原有的木材比新木材坚固耐用。',
    rewritten: '报告认为旧桥状况良好，短期之内无需大修，只要定期检查就可以了。',
    translated: 'Experts advise against replacing the planks for fifteen years.',
    phrase: '因为原有的木材',
  },
  {
    lang: 'ja',
    before: [
      '山あいの小さな駅には、一日に四本しか列車が来ない。',
      '駅舎は古い木造で、待合室には誰かが置いた本が並んでいる。',
    ],
    lead: '駅長はこの町で生まれ育った。',
    marked:
      '冬になると雪が三メートルも積もりますが、この三十年間、最終列車が運休したことは一度もありません。',
    trail: 'そう言って彼は時計を見た。',
    after: [
      '隣の町では昨年、この三十年間で初めて駅が閉鎖された。',
      '春には桜を見に来る人で、ホームがいっぱいになる。',
    ],
    punctuated:
      '「冬になると、雪が三メートルも積もりますが、この三十年間最終列車が運休したことは、一度もありません」。',
    negated: '冬になると雪が三メートルも積もりますが、この三十年間、最終列車が運休したことは一度あります。',
    numberChanged:
      '冬になると雪が二メートルも積もりますが、この三十年間、最終列車が運休したことは一度もありません。',
    wordExchanged:
      '冬になると雪が三メートルも積もりますが、この三十年間、始発列車が運休したことは一度もありません。',
    wordDropped:
      '冬になると雪が三メートルも積もりますが、この三十年間、列車が運休したことは一度もありません。',
    rewritten: 'どんな大雪の夜でも列車は必ず走ると、住民たちは誇らしげに語った。',
    translated: 'The last train has never been cancelled in thirty years.',
    phrase: 'この三十年間',
  },
  {
    lang: 'th',
    before: ['ตลาดน้ำแห่งนี้เปิดมาตั้งแต่สมัยรัชกาลที่ห้า', 'แม่ค้าพายเรือมาขายผลไม้และขนมทุกเช้า'],
    lead: 'เจ้าของร้านเล่าให้ฟังว่า',
    marked: 'ร้านของเราไม่เคยขึ้นราคาก๋วยเตี๋ยวเลยตลอด 20 ปี เพราะลูกค้าส่วนใหญ่เป็นคนในหมู่บ้าน',
    trail: 'แล้วเธอก็หัวเราะ',
    after: ['ร้านข้าง ๆ ก็ไม่ขึ้นราคา เพราะลูกค้าส่วนใหญ่เป็นนักเรียน', 'ปีหน้าจะมีสะพานใหม่ข้ามคลอง'],
    punctuated: '“ร้านของเราไม่เคยขึ้นราคาก๋วยเตี๋ยวเลย ตลอด 20 ปี (เพราะลูกค้าส่วนใหญ่เป็นคนในหมู่บ้าน)”',
    negated: 'ร้านของเราเคยขึ้นราคาก๋วยเตี๋ยวเลยตลอด 20 ปี เพราะลูกค้าส่วนใหญ่เป็นคนในหมู่บ้าน',
    numberChanged: 'ร้านของเราไม่เคยขึ้นราคาก๋วยเตี๋ยวเลยตลอด 2 ปี เพราะลูกค้าส่วนใหญ่เป็นคนในหมู่บ้าน',
    wordExchanged: 'ร้านของเราไม่เคยขึ้นราคาข้าวมันไก่เลยตลอด 20 ปี เพราะลูกค้าส่วนใหญ่เป็นคนในหมู่บ้าน',
    wordDropped: 'ร้านของเราไม่เคยขึ้นราคาก๋วยเตี๋ยวตลอด 20 ปี เพราะลูกค้าส่วนใหญ่เป็นคนในหมู่บ้าน',
    rewritten: 'อาหารที่นี่ยังถูกเหมือนเดิมแม้เวลาจะผ่านไปนานแล้วก็ตาม',
    translated: 'Our shop has never raised the price of noodles in twenty years.',
    phrase: 'เพราะลูกค้าส่วนใหญ่เป็น',
  },
]
