/** Words of names, and between names, that have no capital letter. */
export const particles =
  'via|from|for|of|the|and|at|by|von|van|vom|für|der|den|de|di|da|do|dos|das|du|del|des|della|la|le|el|al|bin|ibn|zu|zum|und|et|y|e|i|och|og|ja|и|від|от|für|per|pour|por|użytkownik|пользователь|користувач|lietotājs|oseba|odesílatel|odosielateľ|ο|χρήστης|от|mailto|[^\\p{L}\\p{Nd}]+';

/** Words of names that end with a full stop. */
export const titles =
  'dr|prof|ing|dipl|mag|mgr|bc|mudr|judr|phdr|mr|mrs|ms|sr|sra|dra|jr|st|hr|fr|frl|dott|avv|arch|inc|ltd|co|corp|llc|bros|intl|dept|abt|prim|phil|med|jur|nat|rer|habil|inż|mec';

/** Words that a sentence about someone starts with, and that no name does. */
export const notNames =
  'i|you|he|she|they|we|it|who|my|our|your|his|her|their|the|a|an|and|but|as|also|mr|mrs|ms|der|die|das|dem|mein|meine|unser|unsere|ihr|ihre|euer|eure|dein|deine|sein|seine|ein|eine|einer|herr|frau|er|sie|ich|wir|und|aber|wie|dann|danach|gestern|heute|mon|ma|notre|votre|son|sa|le|la|un|une|il|elle|vous|mi|su|el|ella|usted|nuestro|meu|minha|seu|sua|o|ele|ela|você|mio|mia|lui|lei|de|het|mijn|onze|hij|zij|min|vår|han|hun|hon|mój|moja|pan|pani|můj|мой|наш|он|она|вы|ты|yesterday|today|then|later|now';
