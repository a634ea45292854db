/**
 * Short, frequent English words: one token each (with the space before) in the common BPE vocabularies, so that a
 * prompt's length in words is near its length in tokens before any calibration.
 */
export const PROMPT_WORDS: readonly string[] = `
able about above across act add after again age ago air all also always among and animal answer any appear apple area
arm army art ask away baby back bad ball bank base bear beat become bed before begin behind best better big bird bit
black blood blue board boat body bone book both box boy branch bread break bring brown build burn bus but buy call
came camp can car care carry case cat catch cause cell center century chair chance change check child choose church
circle city claim class clear climb clock close cloud coast coat cold collect color come common cook cool copy corner
cost cotton could count country course cover cow create cross crowd cry current cut dance dark day dead deal dear
deep design did differ direct divide doctor does dog dollar done door down draw dream dress drink drive drop dry
during each ear early earth east eat edge egg eight electric end enemy energy engine enough enter equal even event
ever every exact example except eye face fact fair fall family famous far farm fast father favor fear feed feel feet
fell few field fight figure fill final find fine finger finish fire first fish fit five flat floor flow flower fly
follow food foot force forest form forward four free fresh friend front fruit full fun game garden gas gather gave
general gentle get girl give glad glass gold gone good got govern grand grass gray great green grew ground group
grow guess gun hair half hand happen happy hard hat head hear heart heat heavy held help high hill history hit hold
hole home hope horse hot hour house huge human hundred hunt hurry ice idea inch industry iron island job join joy
jump just keep key kill kind king knew know lady lake land language large last late laugh law lay lead learn least
leave led left leg less letter level lie life lift light like line list listen little live log long look lost lot
loud love low machine made main make man many map mark market mass master match matter may mean measure meat meet
men metal method middle might mile milk million mind mine minute miss mix modern moment money month moon more
morning most mother motion mount mountain mouth move much music must name nation nature near neck need never new
next night nine noise noon north nose note nothing notice noun now number object observe ocean offer office often oil
old once one only open order other our out over own oxygen page paint pair paper part party pass past path pattern
pay people perhaps period person phrase pick picture piece place plain plan plane planet plant play poem point poor
port pose position possible post pound power practice prepare present press pretty print problem process produce
product proper protect prove provide pull push put question quick quiet race radio rail rain raise ran range rather
reach read ready real reason record red region remember repeat reply rest result rich ride right ring rise river
road rock roll room root rope rose round row rule run safe sail salt same sand save say scale school science score
sea search season seat second section see seed seem select self sell send sense sent separate serve set seven shape
share sharp ship shoe shop short should shoulder shout show side sign silent silver similar simple since sing single
sister sit six size skill skin sky sleep slow small smell smile snow soft soil soldier solve some son song soon sound
south space speak special speech speed spell spend spoke spot spread spring square stand star start state station
stay steel step stick still stone stop store story straight strange stream street string strong student study subject
success such sudden sugar suit summer sun supply support sure surface surprise swim symbol system table tail take
talk tall teach team tell ten term test than thank that their them then there these they thick thin thing think third
this those though thought thousand three through throw thus tie time tiny together told tone too took tool top total
touch toward town track trade train travel tree trip trouble truck true try tube turn twenty two type under unit until
use usual valley value vary very view village visit voice wait walk wall want war warm was wash watch water wave way
wear weather week weight well west wheel when where which while white whole why wide wife wild will win wind window
wing winter wire wish with woman wonder wood word work world would write written wrong yard year yellow yes yet young
`
  .trim()
  .split(/\s+/);
