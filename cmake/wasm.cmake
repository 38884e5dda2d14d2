# The browser's modules. A first visit loads fuerstenfeld-start, which has neither the coach nor the bots that need a network; the
# bots' worker and the coach load fuerstenfeld-coach with their network later. The npm package has fuerstenfeld: every bot, no
# coach. fuerstenfeld-tests, for tests and measurements, has exports that the page does not need.
file(GLOB shared_exports CONFIGURE_DEPENDS web/wasm/*.c)
list(FILTER shared_exports EXCLUDE REGEX "/(coach|puzzles|test_exports|network_bot_stubs)\\.c$")
get_target_property(ai_sources ff_ai SOURCES)
set(network_bots ${ai_sources})
list(FILTER network_bots INCLUDE REGEX "/bot_(apprentice|prince)\\.c$")
list(REMOVE_ITEM ai_sources ${network_bots})
set_target_properties(ff_ai PROPERTIES SOURCES "${ai_sources}")
add_library(ff_network_bots OBJECT ${network_bots})

add_executable(fuerstenfeld-start bots/coach/daily_deal.c bots/coach/played_level.c web/wasm/network_bot_stubs.c ${shared_exports})
add_executable(fuerstenfeld bots/coach/daily_deal.c bots/coach/played_level.c ${shared_exports})
add_executable(fuerstenfeld-coach web/wasm/coach.c web/wasm/puzzles.c ${shared_exports})
add_executable(fuerstenfeld-tests web/wasm/coach.c web/wasm/puzzles.c web/wasm/test_exports.c ${shared_exports})
foreach(module fuerstenfeld-start fuerstenfeld fuerstenfeld-coach fuerstenfeld-tests)
  set_target_properties(${module} PROPERTIES SUFFIX .wasm)
  target_compile_options(${module} PRIVATE -Oz)
  target_link_libraries(${module} PRIVATE ff_arena ff_ai ff_viewjson ff_record ff_text ff_base ff_core ff_default_edition)
endforeach()
target_link_libraries(fuerstenfeld PRIVATE ff_network_bots)
target_link_libraries(fuerstenfeld-coach PRIVATE ff_network_bots ff_coach)
target_link_libraries(fuerstenfeld-tests PRIVATE ff_network_bots ff_coach)
# The search needs speed; everything else should be small.
foreach(room ff_base ff_text ff_record ff_viewjson)
  target_compile_options(${room} PRIVATE -Oz)
endforeach()
set_source_files_properties(
  engine/core/check.c engine/core/edition_check.c engine/core/setup.c bots/ai/apportion.c bots/ai/belief.c bots/ai/calibration.c
  bots/ai/draw_luck.c bots/ai/levels.c bots/ai/public_history.c bots/ai/setup_plan.c bots/ai/steward.c bots/ai/steward_builds.c
  bots/ai/steward_evaluation.c bots/ai/steward_sale.c bots/ai/sure_win.c
  PROPERTIES COMPILE_OPTIONS -Oz)
