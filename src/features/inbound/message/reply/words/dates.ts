/** The languages of which the names of weekdays and months are known, as `Intl` writes them. */
export const dateLanguages: readonly string[] =
  'en de fr es ca gl pt it nl da nb sv fi et lv lt pl cs sk sl hr sr sr-Latn hu ro ru uk be bg el tr sq he ar ar-SY fa fa-u-ca-gregory zh zh-TW ja ko vi id th hi'.split(
    ' ',
  );

/** Forms of these names that clients write and `Intl` does not. */
export const otherNames: readonly string[] =
  'mo di mi do fr so tues thur thurs sept mrz jänner mär sett sáb sab dom seg ter qua qui sex lun mar mer jeu ven mie vie jue mrt пон вівт th t2 t3 t4 t5 t6 t7 cn thg pzt pts'.split(
    ' ',
  );

/** Words that stand between the parts of a date, one line a group of languages. */
export const dateWords: readonly string[] = [
  'at on the of st nd rd th am pm a.m p.m noon time',
  'um uhr den vom',
  'à a de del le la las los el alle ore h hs horas às da do d e',
  'om kl klo kello op u uur den på keltezéssel',
  'o godz godzinie g r v ve hod ob u h i',
  'в г года о об у р ч час',
  'la ora στις την ώρα πμ μμ π.μ μ.μ saat tarihinde ös öö',
  'בשעה ב ב- יום في الساعة عند م ص ساعت در ب.ظ ق.ظ',
  '上午 下午 晚上 时 午前 午後 오전 오후 년 월 일',
  'lúc vào ngày pukul pada tanggal jam เวลา น ที่ को बजे',
  'gmt utc cet cest msk bst est edt cst cdt mst mdt pst pdt jst ist eet eest wet west mez mesz z eastern pacific central mountain european standard daylight summer',
];
