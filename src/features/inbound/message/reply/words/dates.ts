/** The languages of which the names of weekdays and months are known, as `Intl` writes them. */
export const dateLanguages: readonly string[] =
  'en de fr es ca gl pt it nl da nb sv fi et lv lt pl cs sk sl hr sr sr-Latn hu ro ru uk be bg el tr sq he ar ar-SY fa fa-u-ca-gregory zh zh-TW ja ko vi id ms th hi is mk ka bn ta eu fil sw ur mr'.split(
    ' ',
  );

/** Forms of these names that clients write and `Intl` does not, one line a group of languages. */
export const otherNames: readonly string[] = [
  'tues thur thurs sept',
  'mo di mi do fr so mrz jänner mär ma wo vr za zo mrt',
  'sett sáb sab dom seg ter qua qui sex segunda terça quarta quinta sexta lun mar mer jeu ven mie vie jue luns mércores xoves venres',
  'tammik helmik maalisk huhtik toukok kesäk heinäk elok syysk lokak marrask jouluk e t k n r l p',
  'pirm antr treč ketv penkt šešt sekm pirmd otrd trešd ceturtd piektd',
  'пон вівт',
  'จ อ พ พฤ ศ ส อา',
  'th t2 t3 t4 t5 t6 t7 cn thg pzt pts',
  '周一 周二 周三 周四 周五 周六 周日 週一 週二 週三 週四 週五 週六 週日 星期一 星期二 星期三 星期四 星期五 星期六 星期日',
];

/** Words that stand between the parts of a date, one line a group of languages. */
export const dateWords: readonly string[] = [
  'at on the of st nd rd th am pm a.m p.m noon time',
  'um uhr den dem vom',
  'à à(s la(s a de del le la les las los el alle ore h hs horas às da do d e',
  'om kl klo kello op u uur den på kell plkst keltezéssel dátummal időpontban ás',
  'o godz godzinie g r v ve hod ob u h i',
  'в во г года о об у р ч час',
  'la ora στις την ώρα πμ μμ π.μ μ.μ saat tarihinde ös öö',
  'בשעה ב ב- יום في الساعة عند م ص ساعت در ب.ظ ق.ظ',
  '上午 下午 晚上 时 午前 午後 오전 오후 년 월 일',
  'lúc vào ngày pukul pada tanggal jam nang saa เวลา น ที่ को बजे रोजी वाजता म.पू म.उ তারিখে টায় அன்று முற்பகல் பிற்பகல்',
  'gmt utc cet cest msk bst est edt cst cdt mst mdt pst pdt jst ist eet eest wet west mez mesz z eastern pacific central mountain european standard daylight summer',
];
